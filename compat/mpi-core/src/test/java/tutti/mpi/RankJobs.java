package tutti.mpi;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Runs main methods on ranks that are threads of this JVM, in one process of a job or in two; one of the two is in
 * another JVM if {@link TwoJvms} has started this one.
 */
public final class RankJobs {
    static final Duration LIMIT = Duration.ofMinutes(2);
    private static final AtomicInteger JOBS = new AtomicInteger(); // with a process in another JVM

    private RankJobs() {}

    /** So many processes with so many ranks altogether. */
    public record Shape(int processes, int ranks) {}

    /**
     * Returns jobs of 1, 2, 3, 4 and 7 ranks, in one process and in two: with {@code -Pnightly} all of them, else two
     * sizes in two processes, in one of which both have the same number of ranks.
     */
    public static List<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>();
        for (int ranks : List.of(1, 2, 3, 4, 7)) {
            shapes.add(new Shape(1, ranks));
            if (Boolean.getBoolean("tutti.test.all") ? ranks > 1 : ranks == 2 || ranks == 3) {
                shapes.add(new Shape(2, ranks));
            }
        }
        return shapes;
    }

    /** Runs a main method in each of {@link #shapes}. */
    public static void onEachSize(Rank.Program program) {
        onEachSize(1, program);
    }

    /** Runs a main method in each of {@link #shapes} with so many ranks at least. */
    public static void onEachSize(int least, Rank.Program program) {
        for (Shape shape : shapes()) {
            if (shape.ranks() >= least && (OneProcess.number() < 0 || shape.processes() == 2)) {
                run(shape.processes(), shape.ranks(), code -> {}, program);
            }
        }
    }

    /**
     * Runs a main method on each of some ranks.
     *
     * @param exit gets the exit code of an abort
     */
    public static void run(int processes, int size, IntConsumer exit, Rank.Program program) {
        runWith(List.of(), processes, size, exit, program);
    }

    /** Does what {@link #run} does, with some more settings. */
    public static void runWith(List<String> more, int processes, int size, IntConsumer exit, Rank.Program program) {
        int port = portOf(processes);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            if (processes == 2 && OneProcess.number() == 1 - process) {
                continue; // in the other JVM
            }
            List<String> settings = new ArrayList<>(List.of("--tutti-members=" + size));
            settings.addAll(more);
            if (processes > 1) {
                settings.addAll(List.of(
                        "--tutti-size=" + processes, "--tutti-rank=" + process, "--tutti-master=localhost:" + port));
            }
            CompletableFuture<Void> ended = new CompletableFuture<>();
            all.add(ended);
            Thread.ofPlatform().daemon().start(() -> {
                try (MpiJob job = new MpiJob(exit, settings.toArray(String[]::new))) {
                    job.run(index -> program);
                    ended.complete(null);
                } catch (Throwable e) {
                    ended.completeExceptionally(e);
                }
            });
        }
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("processes=%d size=%d %s".formatted(processes, size, e.getCause()), e.getCause());
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError("processes=%d size=%d %s".formatted(processes, size, threads()), e);
        }
    }

    private static String threads() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, trace) -> {
            if (thread.getName().startsWith("tutti")) {
                text.append(thread).append(List.of(trace)).append(System.lineSeparator());
            }
        });
        return text.toString();
    }

    /** Returns how many jobs this JVM has had with a process in another. */
    static int ofTwoJvms() {
        return JOBS.get();
    }

    private static int portOf(int processes) {
        int free = freePort();
        try {
            return processes == 2 && OneProcess.number() >= 0 ? OneProcess.port(JOBS.incrementAndGet(), free) : free;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a free port below those that the system gives to connections: the job's own could take one of those. */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_768);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // taken: try another
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
