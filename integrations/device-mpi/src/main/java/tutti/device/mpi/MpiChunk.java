package tutti.device.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import tutti.messaging.match.OpenMemory;
import tutti.messaging.match.UnreadChunk;
import tutti.serialization.TuttiException;

/**
 * A large chunk, of which the rest is a message of its own that has not been received. Used by the thread that reads.
 */
final class MpiChunk implements UnreadChunk {
    private final MpiRests rests;
    private final int rank;
    private final int tag;
    private final MemorySegment head;
    private final int restBytes;
    private boolean isRead;

    /**
     * Reads what announces a chunk.
     *
     * @param rank of the sender
     * @param tag of the message with the rest
     * @param message holds the header, and the first bytes of the chunk
     * @throws TuttiException if it is malformed
     */
    MpiChunk(MpiRests rests, int rank, int tag, MemorySegment message, int length) {
        long rest = length < MpiSend.HEAD_AT ? 0 : message.get(ValueLayout.JAVA_LONG, MpiSend.REST_BYTES_AT);
        if (rest < 1 || rest > MpiWriter.LARGEST_PIECE_BYTES) {
            throw new TuttiException("malformed message of MPI: bytes=%d announced=%d".formatted(length, rest));
        }
        this.rests = rests;
        this.rank = rank;
        this.tag = tag;
        head = message.asSlice(MpiSend.HEAD_AT, length - MpiSend.HEAD_AT);
        restBytes = (int) rest;
    }

    @Override
    public MemorySegment head() {
        return head;
    }

    @Override
    public int length() {
        return (int) head.byteSize() + restBytes;
    }

    @Override
    public void readRest(MemorySegment memory) {
        OpenMemory.during(memory, () -> receive(memory)); // if it is closed, MPI is not called
    }

    private void receive(MemorySegment memory) {
        isRead = true;
        rests.receive(memory, restBytes, rank, tag);
    }

    @Override
    public MemorySegment readRest() {
        MemorySegment memory = rests.staging(restBytes);
        receive(memory);
        return memory;
    }

    /** Reads what no one wants: its sender waits until it has been received. */
    void drop() {
        if (!isRead) {
            readRest();
        }
    }
}
