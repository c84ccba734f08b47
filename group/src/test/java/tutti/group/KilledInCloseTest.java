package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Real JVMs, one of which is killed while it, or while others, wait in {@code close}: the survivors end. */
class KilledInCloseTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int LATE = 1;
    private static final int KILLED = 137; // exit code
    private static final int PROCESSES = 3;
    private static final int NO_ONE = -1;
    private static final String VICTIM = "tutti.test.victim";
    private static final String CLOSED = "closed nanos=";
    private static final String DELAY = "tutti.test.delay.nanos";

    /** Rank 1 ends when it is told to; rank 0 sends it something before, which it never receives. */
    static final class Closing extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Closing::new);
                master.await();
                System.out.println("closing.");
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            barrier(group());
            if (rank == 0) {
                sendAsync(group(), new byte[Integer.getInteger("bytes")], LATE);
            } else if (rank == LATE) {
                System.out.println("late.");
                readInput();
            }
        }

        private static void readInput() {
            try {
                System.in.read();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** All close at about the same time; one process halts some time after it has begun to. */
    static final class ClosingTogether extends ColMember {
        public static void main(String[] args) throws InterruptedException {
            ColGroupMaster master = new ColGroupMaster(args);
            master.start("g", ClosingTogether::new);
            master.await();
            long start = System.nanoTime();
            Thread halting = Thread.ofPlatform().unstarted(() -> haltAt(start + Long.getLong(DELAY)));
            boolean isVictim = master.process() == Integer.getInteger(VICTIM);
            if (isVictim) {
                halting.start();
            }
            master.close();
            System.out.println(CLOSED + (System.nanoTime() - start));
            if (isVictim) {
                halting.join();
            }
        }

        /** Ends the JVM as a kill does: no shutdown hook runs. */
        private static void haltAt(long nanos) {
            while (System.nanoTime() < nanos) {
                Thread.onSpinWait();
            }
            Runtime.getRuntime().halt(KILLED);
        }

        @Override
        public void run() {
            barrier(group());
        }
    }

    @ParameterizedTest(name = "{0} processes, {1} is killed")
    @CsvSource({"4, 1", "4, 3"})
    @NightlySource({"2, 0", "2, 1", "4, 0"})
    void shouldEndWellIfNothingIsLost(int processes, int killed) {
        try (JvmJob job = start(processes, 8)) {
            job.jvm(killed).kill();
            if (killed != LATE) {
                job.jvm(LATE).enter("now");
            }
            for (int process = 0; process < processes; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                int exitCode = process == killed ? KILLED : 0;
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isEqualTo(exitCode);
                assertThat(jvm.err()).isEmpty();
            }
        }
    }

    @ParameterizedTest(name = "{0} processes")
    @ValueSource(ints = 3)
    @NightlySource({"2", "4"})
    void shouldSayWhatIsLost(int processes) {
        try (JvmJob job = start(processes, 48 << 20)) {
            job.jvm(LATE).kill();
            assertThat(job.jvm(0).exitCode(LIMIT)).as(job.jvm(0).err()).isEqualTo(1);
            assertThat(job.jvm(0).err()).contains("messages are lost", "to process=1", "unsentMessages=1");
            for (int process = 2; process < processes; process++) {
                assertThat(job.jvm(process).exitCode(LIMIT))
                        .as(job.jvm(process).err())
                        .isZero();
            }
        }
    }

    @Test
    void shouldEndTheOthersAtAnyMoment() {
        killAtMoments("auto", List.of(0.8, 0.4, 0.0), PROCESSES - 1, 0);
    }

    @ParameterizedTest(name = "{0}, {1} is killed")
    @CsvSource({"auto, 0", "auto, 1", "auto, 2", "grpc, 0", "grpc, 1", "grpc, 2"})
    @Tag("nightly")
    void shouldEndTheOthersAtManyMoments(String transport, int victim) {
        killAtMoments(
                transport, IntStream.range(0, 20).mapToObj(i -> (19 - i) / 20.0).toList(), victim);
    }

    /**
     * Kills a process in each of many jobs, the given ones in turn.
     *
     * @param moments parts of the time that close takes, late ones first: a process that has closed before it is killed
     *     shows that close takes less time than in the first job
     */
    private static void killAtMoments(String transport, List<Double> moments, int... victims) {
        long closeNanos = undisturbedNanos(transport);
        int inClose = 0;
        for (int i = 0; i < moments.size(); i++) {
            int victim = victims[i % victims.length];
            long delay = (long) (closeNanos * moments.get(i));
            try (JvmJob job = together(transport, victim, delay)) {
                for (int process = 0; process < PROCESSES; process++) {
                    if (process != victim) {
                        checkSurvivor(job, process, victim, delay);
                    }
                }
                JvmJob.Jvm killed = job.jvm(victim);
                assertThat(killed.exitCode(LIMIT))
                        .as("%s: %s", killed, killed.err())
                        .isEqualTo(KILLED);
                if (killed.out().contains(CLOSED)) {
                    closeNanos = Math.min(closeNanos, closeNanos(killed));
                } else {
                    inClose++;
                }
            }
        }
        System.out.println("killed in close: %d of %d, by %s; close takes nanos=%d"
                .formatted(inClose, moments.size(), transport, closeNanos));
        assertThat(inClose).as("processes that were killed in close").isPositive();
    }

    private static void checkSurvivor(JvmJob job, int process, int victim, long delay) {
        JvmJob.Jvm jvm = job.jvm(process);
        int exitCode = jvm.exitCode(LIMIT);
        String what = "%s, beside process %d, killed after nanos=%d of close: %s%n%s"
                .formatted(jvm, victim, delay, jvm.out(), jvm.err());
        if (exitCode == 0) {
            assertThat(jvm.out()).as(what).contains(CLOSED);
            assertThat(jvm.errBesideLongWaits()).as(what).isEmpty();
        } else {
            assertThat(exitCode).as(what).isEqualTo(1);
            assertThat(jvm.err())
                    .as(what)
                    .contains("MemberFailedException")
                    .containsPattern("process=%1$d\\b|processes=\\[[\\d, ]*\\b%1$d\\b".formatted(victim));
        }
    }

    /** Returns how long close takes if no process is killed. */
    private static long undisturbedNanos(String transport) {
        try (JvmJob job = together(transport, NO_ONE, 0)) {
            job.awaitSuccess(LIMIT);
            return IntStream.range(0, PROCESSES)
                    .mapToLong(process -> closeNanos(job.jvm(process)))
                    .min()
                    .orElseThrow();
        }
    }

    private static long closeNanos(JvmJob.Jvm jvm) {
        return Long.parseLong(jvm.out().strip().replace(CLOSED, ""));
    }

    private static JvmJob together(String transport, int victim, long delayNanos) {
        return JvmJob.of(ClosingTogether.class, PROCESSES)
                .with("TRANSPORT=" + transport)
                .options("-D" + VICTIM + "=" + victim, "-D" + DELAY + "=" + delayNanos)
                .start();
    }

    /** Returns a job in which all but one have come to close. */
    private static JvmJob start(int processes, int bytes) {
        JvmJob job =
                JvmJob.of(Closing.class, processes).options("-Dbytes=" + bytes).start();
        for (int process = 0; process < processes; process++) {
            job.jvm(process).awaitOutput(process == LATE ? "late." : "closing.");
        }
        return job;
    }
}
