package tutti.device.mpi;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;

/**
 * Starts MPI in this JVM, once, and ends it with the JVM.
 *
 * <p>The thread that starts MPI ends it, as MPI wants. It is the only one that calls MPI if the library says so, or
 * {@code tutti.mpi.threads} or {@code TUTTI_MPI_THREADS} does.
 */
final class MpiStart {
    private static final System.Logger LOG = System.getLogger(MpiStart.class.getName());
    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    private static final String THREADS_PROPERTY = "tutti.mpi.threads";
    private static final String THREADS_VARIABLE = "TUTTI_MPI_THREADS";

    private static volatile @Nullable String failed; // why MPI has not started

    private MpiStart() {}

    /** This JVM as a process of MPI. The library has been loaded before. */
    private static final class Holder {
        private static final MpiProcess PROCESS = new MpiProcess();

        private Holder() {}
    }

    /** Completes with the thread level that the library provides, or with what keeps MPI from starting. */
    private static final class Beginning {
        private static final CompletableFuture<Integer> LEVEL = launch(Holder.PROCESS);

        private Beginning() {}
    }

    /**
     * Returns this JVM as a process of MPI, which may not have started.
     *
     * @throws JoinException if that cannot be
     */
    static MpiProcess process() {
        try {
            MpiLibrary library = MpiLibraryChoice.library();
            isFunneled();
            if (failed != null) {
                throw new MpiException(failed);
            }
            MpiProcess process = Holder.PROCESS;
            if (!process.hasBegun() && library.isInitialized()) {
                throw new MpiException(
                        "MPI has been started in this process by others: library=%s; the device needs it for itself"
                                .formatted(library.file()));
            }
            return process;
        } catch (MpiException e) {
            throw missing(e);
        }
    }

    private static JoinException missing(Throwable why) {
        return new JoinException("no MPI here: " + why.getMessage(), why);
    }

    /**
     * Starts MPI, if that was not done before, together with the other processes; returns the thread level that the
     * library provides.
     *
     * @param limit how long to wait for the others
     * @throws JoinException if that cannot be, or they have not started it in time
     */
    static int begin(Duration limit) {
        try {
            return Beginning.LEVEL.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw missing(Objects.requireNonNullElse(e.getCause(), e));
        } catch (TimeoutException e) {
            throw new JoinException(
                    "MPI has not started: library=%s waited=%s for the other processes; has one of them failed, and has one mpirun started all?"
                            .formatted(MpiLibraryChoice.library().file(), limit),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JoinException(
                    "interrupted while MPI starts: library="
                            + MpiLibraryChoice.library().file(),
                    e);
        }
    }

    private static CompletableFuture<Integer> launch(MpiProcess process) {
        CompletableFuture<Integer> started = new CompletableFuture<>();
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().daemon().name("tutti-mpi").unstarted(() -> {
            try {
                int level = start(process);
                endWithJvm(process, mayEnd, Thread.currentThread());
                started.complete(level);
            } catch (RuntimeException e) {
                failed = String.valueOf(e.getMessage());
                started.completeExceptionally(e);
                endUnused();
                return;
            }
            end(process, mayEnd);
        });
        thread.start();
        return started;
    }

    /** MPI ends last: by it the members that fail when the JVM ends tell the others why. */
    private static void endWithJvm(MpiProcess process, CountDownLatch mayEnd, Thread thread) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            try {
                process.awaitClosed(LONGEST_END);
                mayEnd.countDown();
                thread.join(LONGEST_END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private static boolean isFunneled() {
        return isFunneled(System.getProperty(THREADS_PROPERTY), System.getenv());
    }

    /** Returns whether only one thread is to call the library, whatever it allows. */
    static boolean isFunneled(@Nullable String asked, Map<String, String> environment) {
        String level = asked == null ? environment.getOrDefault(THREADS_VARIABLE, "serialized") : asked;
        return switch (level) {
            case "funneled" -> true;
            case "serialized" -> false;
            default ->
                throw new MpiException("no such thread level: %s=%s; choose serialized or funneled"
                        .formatted(THREADS_VARIABLE, level));
        };
    }

    private static int start(MpiProcess process) {
        MpiLibrary library = MpiLibraryChoice.library();
        MpiAbi abi = library.abi();
        boolean isFunneled = isFunneled();
        int level = library.init(isFunneled ? abi.funneled() : abi.serialized());
        if (level < abi.funneled()) {
            throw new MpiException(
                    "the MPI library wants a process without further threads: threadLevel=%d needed=%d (MPI_THREAD_FUNNELED) library=%s; take one that was built with threads"
                            .formatted(level, abi.funneled(), library.file()));
        }
        process.begin(isFunneled || level < abi.serialized() ? new MpiDriver() : null);
        return level;
    }

    private static void end(MpiProcess process, CountDownLatch mayEnd) {
        awaitEnd(process, mayEnd);
        try {
            process.drain();
            process.finish();
        } catch (MpiException e) {
            LOG.log(System.Logger.Level.DEBUG, "MPI has not ended in good order", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // as in awaitEnd
        }
    }

    /** The job may continue over another device; launchers want a process that has started MPI to end it, too. */
    private static void endUnused() {
        try {
            MpiLibrary library = MpiLibraryChoice.library();
            if (library.isInitialized()) {
                library.finish();
            }
        } catch (MpiException e) {
            LOG.log(System.Logger.Level.DEBUG, "MPI has not ended in good order", e);
        }
    }

    private static void awaitEnd(MpiProcess process, CountDownLatch mayEnd) {
        try {
            process.awaitEnd(mayEnd);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does this, and MPI can only end then
        }
    }
}
