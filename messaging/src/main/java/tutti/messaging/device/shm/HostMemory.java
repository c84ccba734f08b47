package tutti.messaging.device.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.device.FrameSink;
import tutti.messaging.device.GroupMemory;
import tutti.messaging.device.SharedMemory;
import tutti.messaging.progress.ProgressEngine;

/**
 * Shares memory with other processes of this host: one ring for each direction of a pair that is used.
 *
 * <p>Thread-safe. Where it does not work, the reason is logged and messages go over gRPC.
 */
public final class HostMemory implements SharedMemory {
    private static final System.Logger LOG = System.getLogger(HostMemory.class.getName());

    private final Path parent;
    private final ProgressEngine engine;
    private final boolean required;

    private HostMemory(Path parent, ProgressEngine engine, boolean required) {
        this.parent = parent;
        this.engine = engine;
        this.required = required;
    }

    /**
     * Prepares to share memory.
     *
     * @param engine polls the rings that are read
     * @return null if the job does not want to, or this host can't
     * @throws JoinException if the job insists, and this host can't
     */
    public static @Nullable HostMemory of(Job job, Path parent, ProgressEngine engine) {
        if (!isWanted(job)) {
            return null;
        }
        boolean required = job.transport() == TransportChoice.SHARED_MEMORY;
        if (!isPossible(parent)) {
            String reason = "no shared memory: process=%d cannot write to folder=%s; %s"
                    .formatted(
                            job.process(),
                            parent,
                            required ? "let TUTTI_TRANSPORT be auto or grpc" : "messages go over gRPC");
            if (required) {
                throw new JoinException(reason, null);
            }
            boolean isLinux = Files.isDirectory(parent);
            LOG.log(isLinux ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG, reason);
            return null;
        }
        RingFiles.removeLeftovers(parent);
        return new HostMemory(parent, engine, required);
    }

    /** Returns whether a process of a job shares memory with others of this host that do, too. */
    public static boolean isFor(Job job, Path parent) {
        return isWanted(job) && isPossible(parent);
    }

    private static boolean isWanted(Job job) {
        return job.transport() != TransportChoice.GRPC && job.transport() != TransportChoice.NETWORK;
    }

    private static boolean isPossible(Path parent) {
        return Files.isDirectory(parent) && Files.isWritable(parent);
    }

    /** Invites another process of this host; returns null, and logs the reason, if that fails. */
    @Nullable
    public RingFiles invite(int process) {
        try {
            return uninterrupted(() -> RingFiles.create(parent));
        } catch (IOException | RuntimeException e) {
            refused(process, e.toString());
            return null;
        }
    }

    /**
     * Follows the invitation of a process, whose frames go to a sink as the engine polls.
     *
     * @throws IOException if this host's memory can't be shared with it
     */
    public RingReader accept(int process, String invitation, FrameSink sink) throws IOException {
        return uninterrupted(() -> {
            RingFiles.Shared shared = RingFiles.open(parent, invitation);
            RingReader reader = new RingReader(process, shared.memory(), sink, new Doorbell(shared.bell())::ring);
            engine.watch(reader, shared.bell());
            return reader;
        });
    }

    @Override
    public @Nullable GroupMemory createForGroup(long bytes) {
        return forGroup(() -> GroupFile.create(parent, bytes));
    }

    @Override
    public @Nullable MemorySegment openForGroup(String invitation, long bytes) {
        return forGroup(() -> GroupFile.open(parent, invitation, bytes));
    }

    private static <T> @Nullable T forGroup(Opening<T> opening) {
        try {
            return uninterrupted(opening);
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    e instanceof NoSuchFileException ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                    "no memory for a group's collectives or windows: %s; they use messages".formatted(e));
            return null;
        }
    }

    /** What opens files of shared memory. */
    @FunctionalInterface
    private interface Opening<T> {
        T open() throws IOException;
    }

    /**
     * Keeps an interrupt, which is meant for a wait of this thread's member, from closing the files that are opened
     * here.
     */
    private static <T> T uninterrupted(Opening<T> opening) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return opening.open();
                } catch (ClosedByInterruptException e) { // it came meanwhile
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Notes that messages to a process of this host go over gRPC.
     *
     * @throws JoinException if the job does not want that
     */
    public void refused(int process, String reason) {
        String text = "no shared memory with process=%d: %s".formatted(process, reason);
        if (required) {
            throw new JoinException(text + "; let TUTTI_TRANSPORT be auto or grpc", null);
        }
        LOG.log(System.Logger.Level.WARNING, text + "; messages go over gRPC");
    }
}
