package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four real JVMs with two members each do whatever there is to do for some time: neither their heaps nor their threads
 * grow.
 */
@Timeout(900)
class SoakTest {
    private static final String SECONDS = "tutti.test.seconds";
    private static final int PROCESSES = 4;
    private static final int SAMPLES = 30;
    private static final int ENOUGH_TO_COMPARE = 6;

    /** Takes part in operations in a group of four, in an order that chance decides, and in one of all eight. */
    static final class Soaking extends ColMember {
        private static final int ROUNDS_BETWEEN_LOOKS = 10;

        private final boolean reports;
        private ColGroup four;
        private ColGroup all;

        Soaking(boolean reports) {
            this.reports = reports;
        }

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                List<Soaking> members = List.of(new Soaking(true), new Soaking(false));
                for (int i = 0; i < members.size(); i++) {
                    master.addMember("four-" + i, members.get(i));
                    master.addMember("all", members.get(i));
                }
                for (int i = 0; i < members.size(); i++) {
                    members.get(i).four = master.getGroup("four-" + i, PROCESSES);
                    members.get(i).all = master.getGroup("all", PROCESSES * members.size());
                }
                members.forEach(member -> member.start(member.all));
            }
        }

        @Override
        public void run() {
            Random random = new Random(four.name().hashCode()); // the same in all of the group
            EveryOperation[] operations = EveryOperation.values();
            long end = System.nanoTime()
                    + Duration.ofSeconds(Integer.getInteger(SECONDS)).toNanos();
            long nextSample = System.nanoTime();
            long pause = (end - nextSample) / SAMPLES;
            int samples = 0;
            for (int round = 0; ; round++) {
                operations[random.nextInt(operations.length)].run(this, four, random.nextInt(1000));
                if (round % ROUNDS_BETWEEN_LOOKS == 0) {
                    exchangeInAll(round);
                    boolean mayEnd = System.nanoTime() > end && (!reports || samples >= ENOUGH_TO_COMPARE);
                    if (allReduce(all, mayEnd, Boolean::logicalAnd)) {
                        System.out.println("rounds " + round);
                        return;
                    }
                    if (reports && System.nanoTime() >= nextSample) {
                        nextSample += pause;
                        samples++;
                        sample(round);
                    }
                }
            }
        }

        private void exchangeInAll(int round) {
            int size = all.size();
            int rank = all.rank(this);
            int hop = 1 + round / ROUNDS_BETWEEN_LOOKS % (size - 1);
            int[] received = sendReceive(
                    all, new int[] {rank, round}, (rank + hop) % size, all, Math.floorMod(rank - hop, size));
            if (!Arrays.equals(received, new int[] {Math.floorMod(rank - hop, size), round})) {
                throw new IllegalStateException("wrong message: " + Arrays.toString(received));
            }
        }

        private static void sample(int round) {
            System.gc();
            System.gc(); // what the first one's weak references have let go
            System.out.println("sample round=%d heap=%d threads=%d"
                    .formatted(
                            round,
                            ManagementFactory.getMemoryMXBean()
                                    .getHeapMemoryUsage()
                                    .getUsed(),
                            ManagementFactory.getThreadMXBean().getThreadCount()));
        }
    }

    /** What one JVM has reported of itself. */
    private record Sample(long round, long heapBytes, long threads) {
        private static final Pattern LINE = Pattern.compile("sample round=(\\d+) heap=(\\d+) threads=(\\d+)");

        static Sample parse(String line) {
            Matcher values = LINE.matcher(line);
            assertThat(values.matches()).as(line).isTrue();
            return new Sample(
                    Long.parseLong(values.group(1)), Long.parseLong(values.group(2)), Long.parseLong(values.group(3)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "grpc"})
    void shouldNotGrowInSomeSeconds(String transport) {
        soak(transport, Duration.ofSeconds(2), ENOUGH_TO_COMPARE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "grpc"})
    @Tag("nightly")
    void shouldNotGrowInTenMinutes(String transport) {
        soak(transport, Duration.ofMinutes(10), SAMPLES / 2);
    }

    private static void soak(String transport, Duration duration, int leastSamples) {
        try (JvmJob job = JvmJob.of(Soaking.class, PROCESSES)
                .asUsersRun()
                .with("MEMBERS=8")
                .with("TRANSPORT=" + transport)
                .options("-Xmx256m", "-XX:+UseSerialGC", "-D" + SECONDS + "=" + duration.toSeconds())
                .start()) {
            job.awaitSuccess(duration.plusSeconds(60));
            for (int process = 0; process < PROCESSES; process++) {
                String out = job.jvm(process).out();
                assertThat(out.lines().filter(line -> line.startsWith("rounds ")))
                        .hasSize(2);
                List<Sample> samples = out.lines()
                        .filter(line -> line.startsWith("sample "))
                        .map(Sample::parse)
                        .toList();
                assertThat(samples).hasSizeGreaterThanOrEqualTo(leastSamples);
                check(process, samples);
            }
        }
    }

    /** Compares the last third with the one before; the first is for warming up. */
    private static void check(int process, List<Sample> samples) {
        int third = samples.size() / 3;
        List<Sample> middle = samples.subList(third, 2 * third);
        List<Sample> last = samples.subList(2 * third, samples.size());
        System.out.println("soak: process=%d rounds=%d samples=%d heap KiB: %d, later %d; threads: %d, later %d"
                .formatted(
                        process,
                        last.getLast().round(),
                        samples.size(),
                        leastHeap(middle) >> 10,
                        leastHeap(last) >> 10,
                        median(middle, Sample::threads),
                        median(last, Sample::threads)));
        assertThat(leastHeap(last))
                .as("heap of process %d: %s", process, samples)
                .isLessThan(leastHeap(middle) * 11 / 10 + (2 << 20));
        assertThat(median(last, Sample::threads))
                .as("threads of process %d: %s", process, samples)
                .isLessThanOrEqualTo(median(middle, Sample::threads) + 2);
    }

    /** What is kept for good is in each sample; what is under way is in some. */
    private static long leastHeap(List<Sample> samples) {
        return samples.stream().mapToLong(Sample::heapBytes).min().orElseThrow();
    }

    private static long median(List<Sample> samples, ToLongFunction<Sample> value) {
        return samples.stream().mapToLong(value).sorted().toArray()[samples.size() / 2];
    }
}
