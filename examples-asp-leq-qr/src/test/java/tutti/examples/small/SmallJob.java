package tutti.examples.small;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** A job in this JVM, of one process or of several that use a device, in which members that are plain threads run. */
final class SmallJob implements AutoCloseable {
    private static final List<Integer> ALL_SIZES = List.of(1, 2, 3, 4, 7, 8);

    private final List<ColGroupMaster> masters;
    private int groups;

    /** Where members live. */
    enum Placement {
        ONE_PROCESS(1, "auto"),
        TWO_BY_SHARED_MEMORY(2, "shared-memory"),
        TWO_BY_GRPC(2, "grpc"),
        THREE(3, "auto");

        private final int processes;
        private final String transport;

        Placement(int processes, String transport) {
            this.processes = processes;
            this.transport = transport;
        }

        /** Returns sizes of groups: each placement has some, nightly all. */
        List<Integer> sizes() {
            if (Boolean.getBoolean("tutti.test.all")) {
                return ALL_SIZES;
            }
            return switch (this) {
                case ONE_PROCESS -> List.of(1, 2, 4, 7);
                case TWO_BY_SHARED_MEMORY -> List.of(2, 7);
                case TWO_BY_GRPC -> List.of(3, 8);
                case THREE -> List.of(1, 4);
            };
        }
    }

    private record Ranked<R extends @Nullable Object>(int rank, R result) {}

    /** What a member does, and what comes of it. */
    interface Part<R extends @Nullable Object> {
        R run(Communicator world);
    }

    SmallJob(Placement placement) {
        int port = freePort();
        masters = eachAtOnce(placement.processes, process -> {
            List<String> arguments = new ArrayList<>(List.of("--tutti-transport=" + placement.transport));
            if (placement.processes > 1) {
                arguments.add("--tutti-size=" + placement.processes);
                arguments.add("--tutti-rank=" + process);
                arguments.add("--tutti-master=localhost:" + port);
            }
            return new ColGroupMaster(arguments.toArray(String[]::new));
        });
    }

    /** Runs so many members, spread evenly over the processes, and returns what each returned, by rank. */
    <R extends @Nullable Object> List<R> run(int size, Part<R> part) {
        String group = "group-" + ++groups;
        List<Ranked<R>> results = new ArrayList<>(eachAtOnce(size, index -> {
            int process = size < masters.size() ? index : new Partition(size, masters.size()).owner(index);
            Communicator world = masters.get(process).communicator(group, size);
            try {
                return new Ranked<>(world.rank(), part.run(world));
            } catch (RuntimeException | Error e) {
                world.fail(e);
                throw e;
            } finally {
                world.done();
            }
        }));
        results.sort(Comparator.comparingInt(Ranked::rank));
        return results.stream().map(Ranked::result).toList();
    }

    @Override
    public void close() {
        var _ = eachAtOnce(masters.size(), process -> {
            masters.get(process).close();
            return true;
        });
    }

    /**
     * Runs an action so many times, each in a thread of its own, and returns the results; throws what the first that
     * failed threw.
     */
    private static <R extends @Nullable Object> List<R> eachAtOnce(int count, IntFunction<R> action) {
        List<CompletableFuture<R>> all = IntStream.range(0, count)
                .mapToObj(index -> CompletableFuture.supplyAsync(
                        () -> action.apply(index),
                        task -> Thread.ofPlatform().daemon().start(task)))
                .toList();
        try {
            return all.stream().map(CompletableFuture::join).toList();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /**
     * Returns a free port below those that systems give out by themselves, which the job's own connections could take
     * first.
     */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_768);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // taken: try another
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
