package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects of more than 2 GiB, from one JVM to another; each prints what memory that took at most. */
@Timeout(300)
class HugeObjectsTest {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final long NEEDED_KIB = 16L << 20;

    /** A list of arrays. */
    static final class Lists extends Huge {
        private static final int PARTS = 33;
        private static final int PART_BYTES = 64 << 20;

        public static void main(String[] args) {
            start(args, Lists::new);
        }

        @Override
        Object make() {
            List<byte[]> list = new ArrayList<>();
            for (int part = 0; part < PARTS; part++) {
                list.add(part(part));
            }
            return list;
        }

        @Override
        void check(Object received) {
            List<?> list = (List<?>) received;
            require(list.size() == PARTS, "parts=" + list.size());
            for (int part = 0; part < PARTS; part++) {
                MemorySegment expected = MemorySegment.ofArray(part(part));
                long at = MemorySegment.ofArray((byte[]) list.get(part)).mismatch(expected);
                require(at == -1, "part=%d differs at=%d".formatted(part, at));
            }
        }

        private static byte[] part(int number) {
            byte[] part = new byte[PART_BYTES];
            for (int i = 0; i < part.length; i++) {
                part[i] = (byte) (i * 31 + (i >> 8) + number);
            }
            return part;
        }
    }

    /** One array, of one element more than 2 GiB. */
    static final class Doubles extends Huge {
        private static final int LENGTH = (1 << 28) + 1;

        public static void main(String[] args) {
            start(args, Doubles::new);
        }

        @Override
        Object make() {
            double[] doubles = new double[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                doubles[i] = i * 0.5;
            }
            return doubles;
        }

        @Override
        void check(Object received) {
            double[] doubles = (double[]) received;
            require(doubles.length == LENGTH, "length=" + doubles.length);
            for (int i = 0; i < LENGTH; i++) {
                require(doubles[i] == i * 0.5, "wrong value");
            }
        }
    }

    /** Sends an object from rank 0 to rank 1. */
    abstract static class Huge extends ColMember {
        abstract Object make();

        abstract void check(Object received);

        static void start(String[] args, java.util.function.Supplier<Huge> factory) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", factory);
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            if (rank == 0) {
                sendSync(group(), make(), 1);
            } else {
                check(receive(group(), 0));
            }
            System.out.printf(
                    "%s %s peakHeapMiB=%d peakResidentMiB=%d%n",
                    getClass().getSimpleName(),
                    rank == 0 ? "sender" : "receiver",
                    peakHeap() >> 20,
                    peakResident() >> 10);
        }

        static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new IllegalStateException(otherwise);
            }
        }

        /** The sum of the pools' peaks: rather too high, since they may have been at different times. */
        private static long peakHeap() {
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP)
                    .mapToLong(Huge::peak)
                    .sum();
        }

        private static long peak(MemoryPoolMXBean pool) {
            return pool.getPeakUsage().getUsed();
        }

        private static long peakResident() {
            return kibibytes(Path.of("/proc/self/status"), "VmHWM:");
        }
    }

    @Tag("nightly")
    @Test
    void shouldPassAnArrayBetweenJvmsOfEightGibibytes() {
        passBetweenJvmsOfEightGibibytes(JvmJob.of(Doubles.class, 2));
    }

    @Tag("nightly")
    @Test
    void shouldPassAnArrayBetweenJvmsAsUsersRunThem() {
        passBetweenJvmsOfEightGibibytes(JvmJob.of(Doubles.class, 2).asUsersRun());
    }

    @Tag("nightly")
    @Test
    void shouldPassAListBetweenJvmsAsUsersRunThem() {
        passBetweenJvmsOfEightGibibytes(JvmJob.of(Lists.class, 2).asUsersRun());
    }

    private static void passBetweenJvmsOfEightGibibytes(JvmJob.Plan plan) {
        assumeTrue(kibibytes(Path.of("/proc/meminfo"), "MemAvailable:") > NEEDED_KIB, "needs 16 GiB of memory");
        // a JVM that stands still for longer than the limit counts as lost, and so it may while it clears 2 GiB on a
        // busy machine
        try (JvmJob job = plan.options("-Xmx8g").with("SILENCE_LIMIT=60").start()) {
            job.awaitSuccess(LIMIT);
            job.outLines().forEach(System.out::println);
            assertThat(job.outLines()).hasSize(2);
        }
    }

    /** Returns a figure of a file of Linux; 0 where there is none. */
    private static long kibibytes(Path file, String name) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
