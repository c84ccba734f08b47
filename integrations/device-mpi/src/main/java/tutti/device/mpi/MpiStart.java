package tutti.device.mpi;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
    private static final long LONGEST_END_SECONDS = 10;
    private static final String THREADS_PROPERTY = "tutti.mpi.threads";
    private static final String THREADS_VARIABLE = "TUTTI_MPI_THREADS";

    private MpiStart() {}

    /** What became of starting MPI. */
    private static final class Holder {
        private static final @Nullable MpiProcess PROCESS;
        private static final @Nullable String FAILURE;

        static {
            MpiProcess process = null;
            String failure = null;
            try {
                process = start();
            } catch (MpiException | IllegalArgumentException | IllegalCallerException e) {
                failure = e.getMessage();
            }
            PROCESS = process;
            FAILURE = failure;
        }

        private Holder() {}
    }

    /**
     * Returns this JVM as a process of MPI, starting MPI if need be.
     *
     * @throws JoinException if that cannot be
     */
    static MpiProcess process() {
        MpiProcess process = Holder.PROCESS;
        if (process == null) {
            throw new JoinException("no MPI here: " + Holder.FAILURE, null);
        }
        return process;
    }

    private static MpiProcess start() {
        boolean funneled = isFunneled(System.getProperty(THREADS_PROPERTY), System.getenv());
        MpiLibrary library = MpiLibraryChoice.library();
        AtomicReference<@Nullable MpiProcess> started = new AtomicReference<>();
        AtomicReference<@Nullable RuntimeException> failed = new AtomicReference<>();
        CountDownLatch isStarted = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().daemon().name("tutti-mpi").unstarted(() -> {
            MpiProcess process;
            try {
                process = start(library, funneled);
                started.set(process);
            } catch (RuntimeException e) {
                failed.set(e);
                return;
            } finally {
                isStarted.countDown();
            }
            end(process, mayEnd);
        });
        thread.start();
        await(isStarted);
        RuntimeException failure = failed.get();
        if (failure != null) {
            throw failure;
        }
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            mayEnd.countDown();
            join(thread);
        }));
        MpiProcess process = started.get();
        if (process == null) {
            throw new MpiException("MPI has not started: library=" + library.file());
        }
        return process;
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

    private static MpiProcess start(MpiLibrary library, boolean funneled) {
        if (library.isInitialized()) {
            throw new MpiException(
                    "MPI has been started in this process by others: library=%s; the device needs it for itself"
                            .formatted(library.file()));
        }
        MpiAbi abi = library.abi();
        int level = library.init(funneled ? abi.funneled() : abi.serialized());
        if (level < abi.funneled()) {
            throw new MpiException(
                    "the MPI library wants a process without further threads: threadLevel=%d needed=%d (MPI_THREAD_FUNNELED) library=%s; take one that was built with threads"
                            .formatted(level, abi.funneled(), library.file()));
        }
        boolean oneCalls = funneled || level < abi.serialized();
        MpiProcess process = new MpiProcess(oneCalls ? new MpiDriver() : null);
        LOG.log(
                System.Logger.Level.DEBUG,
                () ->
                        "MPI has started: rank=%d of %d: %s; threadLevel=%d%s; a process that is lost ends the job, and TLS does not cover MPI"
                                .formatted(
                                        process.rank(),
                                        process.size(),
                                        process.identity(),
                                        level,
                                        oneCalls ? ", one thread calls" : ""));
        return process;
    }

    private static void end(MpiProcess process, CountDownLatch mayEnd) {
        awaitEnd(process, mayEnd);
        try {
            process.finish();
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

    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(LONGEST_END_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
