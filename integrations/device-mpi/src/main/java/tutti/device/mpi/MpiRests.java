package tutti.device.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Receives what follows a message that announces a large chunk, straight to where it belongs. Used by the thread that
 * reads.
 */
final class MpiRests {
    /** How long a message may take to arrive that no one waits for any more. */
    static final long LONGEST_UNWANTED_NANOS = 2_000_000_000;

    private static final int LEAST_STAGING_BYTES = 128 * 1024;
    private static final long SPIN_NANOS = 500_000;
    private static final long PAUSE_NANOS = 50_000;

    private final MpiProcess mpi;
    private final MemorySegment request = Arena.global().allocate(MpiLibrary.REQUEST_BYTES, Long.BYTES);
    private @Nullable MemorySegment staging;

    MpiRests(MpiProcess mpi) {
        this.mpi = mpi;
    }

    /** Returns memory for one that the heap is to have, until the next. */
    MemorySegment staging(int length) {
        MemorySegment memory = staging;
        if (memory == null || memory.byteSize() < length) {
            memory = Arena.ofAuto().allocate(Math.max(length, LEAST_STAGING_BYTES), 64);
            staging = memory;
        }
        return memory;
    }

    /**
     * Receives one.
     *
     * <p>Its sender has started it, so it comes soon unless that process stops. Then this waits until the process
     * counts as lost and a little longer; after that no one may call the library, which could still write the memory.
     *
     * @param memory outside the heap
     * @throws MpiException if it does not come
     */
    void receive(MemorySegment memory, int length, int rank, int tag) {
        mpi.call(library -> {
            library.receive(memory, length, rank, tag, mpi.restsCommunicator(), request);
            return null;
        });
        long since = System.nanoTime();
        long wantedNanos = since;
        while (!mpi.call(library -> library.isDone(request))) {
            long now = System.nanoTime();
            if (mpi.isWanted(tag)) {
                wantedNanos = now;
            } else if (now - wantedNanos > LONGEST_UNWANTED_NANOS) {
                mpi.stop("the process of rank=%d is lost in the middle of a message".formatted(rank));
            }
            if (now - since < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
    }
}
