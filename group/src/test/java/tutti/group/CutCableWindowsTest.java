package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Real JVMs on hosts of their own that access each other's memory while a cable is out for a while: each access is done
 * once, and what is read is right.
 */
class CutCableWindowsTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String GIVEN = "tutti.test.given";

    @TempDir
    Path folder;

    /** Members that access memory in every way, round after round, until process 0 reads a line. */
    static final class Accessing {
        private static final int SUMS = 40_000; // elements that all add to; two messages
        private static final int BLOCK = 20_000; // elements that one member writes

        private final Communicator world;
        private final int rank;
        private final int size;
        private final Window window;
        private final List<List<Long>> previous = new ArrayList<>(); // by target, what this member has added to
        private long rounds;
        private long longestMillis;

        private Accessing(Communicator world) {
            this.world = world;
            rank = world.rank();
            size = world.size();
            int length = counter(size, 3);
            window = Boolean.getBoolean(GIVEN)
                    ? world.createWindow(DirectBuffer.of(new long[length]))
                    : world.allocateWindow(ElementType.LONG, length);
            IntStream.range(0, size).forEach(target -> previous.add(new ArrayList<>()));
        }

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                InputLines.read();
                master.run(world -> new Accessing(world).work());
            }
        }

        private static int blockOf(int origin) {
            return SUMS + origin * BLOCK;
        }

        private static int counter(int size, int number) {
            return blockOf(size) + number;
        }

        private String work() {
            for (boolean goesOn = true; goesOn; goesOn = world.broadcast(rank == 0 ? !InputLines.poll() : null, 0)) {
                long begin = System.nanoTime();
                rounds++;
                putBetweenFences();
                putAfterPost();
                countUnderLocks();
                updateAll();
                longestMillis = Math.max(longestMillis, (System.nanoTime() - begin) / 1_000_000);
                if (rounds == 2) {
                    System.out.println("under way");
                }
            }
            window.fence();
            checkSums();
            checkNumbersThatWereFetched();
            window.close();
            System.out.println("right rounds=%d longest=%d.".formatted(rounds, longestMillis));
            return "";
        }

        private void putBetweenFences() {
            window.fence();
            window.put((rank + 1) % size, blockOf(rank), filled(BLOCK, rounds));
            window.fence();
            requireAll(get(rank, blockOf(previousRank()), BLOCK), rounds, "block after the fence");
            window.fence();
        }

        private void putAfterPost() {
            window.post(previousRank());
            window.start((rank + 1) % size);
            window.put((rank + 1) % size, blockOf(rank), filled(BLOCK, -rounds));
            window.complete();
            window.await();
            window.lockShared(rank);
            requireAll(get(rank, blockOf(previousRank()), BLOCK), -rounds, "block after await");
            window.unlock(rank);
        }

        private int previousRank() {
            return (rank + size - 1) % size;
        }

        private void countUnderLocks() {
            for (int target = 0; target < size; target++) {
                window.lock(target);
                long known = get(target, counter(size, 0), 1)[0];
                window.put(target, counter(size, 0), filled(1, known + 1));
                window.unlock(target);
            }
        }

        private void updateAll() {
            window.lockAll();
            for (int target = 0; target < size; target++) {
                Request<?> sum = window.nonBlocking().accumulate(target, 0, filled(SUMS, 1), Reductions.sum());
                previous.get(target).add(window.fetchAndAdd(target, counter(size, 1), 1));
                swapUp(target);
                sum.await();
                window.flush(target);
            }
            requireAll(get((rank + 1) % size, blockOf(rank), BLOCK), -rounds, "block at the target");
            window.unlockAll();
        }

        private void swapUp(int target) {
            long expected = get(target, counter(size, 2), 1)[0];
            for (long found = -1; found != expected; ) {
                expected = found < 0 ? expected : found;
                found = window.compareAndSwap(target, counter(size, 2), expected, expected + 1);
            }
        }

        private long[] get(int target, int index, int length) {
            long[] result = new long[length];
            window.get(target, index, DirectBuffer.of(result));
            return result;
        }

        private static DirectBuffer filled(int length, long value) {
            long[] values = new long[length];
            Arrays.fill(values, value);
            return DirectBuffer.of(values);
        }

        private void checkSums() {
            requireAll(get(rank, 0, SUMS), rounds * size, "sums");
            requireAll(get(rank, counter(size, 0), 3), rounds * size, "counters");
        }

        /** Each number was given to one member. */
        private void checkNumbersThatWereFetched() {
            for (int target = 0; target < size; target++) {
                long[] all = world.allGather(new ArrayList<>(previous.get(target))).stream()
                        .flatMap(List::stream)
                        .mapToLong(Long::longValue)
                        .sorted()
                        .toArray();
                long[] expected = LongStream.range(0, rounds * size).toArray();
                require(
                        Arrays.equals(all, expected),
                        "numbers of target %d: %s".formatted(target, Arrays.toString(all)));
            }
        }

        private void requireAll(long[] values, long expected, String what) {
            long[] others = Arrays.stream(values)
                    .filter(value -> value != expected)
                    .limit(5)
                    .toArray();
            require(others.length == 0, "%s: expected=%d got=%s".formatted(what, expected, Arrays.toString(others)));
        }

        private void require(boolean holds, String what) {
            if (!holds) {
                throw new AssertionError("rank=%d rounds=%d %s".formatted(rank, rounds, what));
            }
        }
    }

    @Test
    void shouldDoEachAccessOnceWhenACableIsOutForAWhile() {
        try (CableNetwork network = CableNetwork.of(2)) {
            access(network, network.plan(Accessing.class, 2).options("-D%s=true".formatted(GIVEN)), 1500, 10);
        }
    }

    @Tag("nightly")
    @ParameterizedTest(name = "given {0}, out for {1} ms")
    @CsvSource({"true, 300", "true, 5000", "false, 1500", "false, 5000"})
    void shouldDoEachAccessOnceHoweverLongTheCableIsOut(boolean given, int millis) {
        try (CableNetwork network = CableNetwork.of(2)) {
            access(network, network.plan(Accessing.class, 2).options("-D%s=%s".formatted(GIVEN, given)), millis, 30);
        }
    }

    /** Two JVMs on each host reach the memory of each other that is allocated, and that of the others by messages. */
    @Tag("nightly")
    @ParameterizedTest(name = "given {0}")
    @CsvSource({"true", "false"})
    void shouldDoEachAccessOnceWhenHostsShareMemoryInside(boolean given) throws Exception {
        List<Path> memories = List.of(
                Files.createDirectory(folder.resolve("memory0")), Files.createDirectory(folder.resolve("memory1")));
        try (CableNetwork network = CableNetwork.of(2)) {
            JvmJob.Plan plan = network.plan(Accessing.class, 4)
                    .by(process -> network.on(process % 2, memories.get(process % 2)))
                    .with("TRANSPORT=auto")
                    .options("-D%s=%s".formatted(GIVEN, given));
            access(network, plan, 1500, 10);
        }
    }

    private static void access(CableNetwork network, JvmJob.Plan plan, int millis, int silenceLimitSeconds) {
        try (JvmJob job = plan.with("MEMBERS=4")
                .with("SILENCE_LIMIT=" + silenceLimitSeconds)
                .with("RECONNECT_LIMIT=" + 2 * silenceLimitSeconds)
                .start()) {
            job.jvm(0).awaitOutput("under way");
            network.pullOut(1, Duration.ofMillis(millis));
            job.jvm(0).enter("end");
            job.awaitSuccess(LIMIT);

            assertThat(job.outLines())
                    .filteredOn(line -> line.startsWith("right rounds="))
                    .hasSize(4)
                    .as("a round was cut")
                    .anySatisfy(line -> assertThat(Integer.parseInt(line.replaceAll(".* longest=(\\d+)\\.", "$1")))
                            .isGreaterThanOrEqualTo(millis / 2));
        }
    }
}
