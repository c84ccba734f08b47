package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;
import tutti.serialization.CodecProvider;

/** Real JVMs that are killed one after the other, process 0 among them: the others shrink their group and continue. */
class LostProcessShrinkTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

    /** Adds up ones for ever in ever smaller groups, and ends when two members are left. */
    static final class Adding extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Adding::new);
            }
        }

        @Override
        public void run() {
            ColGroup group = group();
            int first = group.rank(this);
            while (group.size() > 2) {
                try {
                    add(group, first);
                } catch (MemberFailedException e) {
                    group = shrink(group);
                }
            }
            System.out.println("last two: " + allGather(group, first));
        }

        private void add(ColGroup group, int first) {
            System.out.println("running with " + allGather(group, first));
            while (true) {
                allReduce(group, 1, Integer::sum);
            }
        }
    }

    /**
     * As {@link Adding}, but some JVMs halt in the middle of shrinking, at a step or a moment: while they coordinate,
     * or take part.
     */
    static final class HaltingInShrink extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", HaltingInShrink::new);
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            int halting = Integer.getInteger("halting");
            boolean haltsAtAStep = System.getProperty(HaltingCodec.AT) != null;
            if (rank == 2) {
                Runtime.getRuntime().halt(9);
            }
            try {
                if (rank == halting && haltsAtAStep) {
                    HaltingCodec.arm();
                }
                barrier(group());
            } catch (MemberFailedException e) {
                if (rank == halting && !haltsAtAStep) {
                    Thread.ofPlatform().start(() -> Runtime.getRuntime().halt(9)); // about when the others agree
                }
                goOn(rank);
            }
        }

        private void goOn(int rank) {
            ColGroup group = group();
            while (true) {
                try {
                    group = shrink(group);
                    System.out.println("survivors: " + allGather(group, rank));
                    return;
                } catch (MemberFailedException e) {
                    System.out.println("once more: " + e.getMessage());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 0)
    @NightlySource("3")
    void shouldGoOnWhenAProcessAndItsSuccessorAreKilled(int first) {
        try (JvmJob job = JvmJob.of(Adding.class, 4).options(QUICK_START).start()) {
            IntStream.range(0, 4).forEach(process -> job.jvm(process).awaitOutput("running with [0, 1, 2, 3]"));
            job.jvm(first).kill();
            int second = 1;
            List<Integer> left = IntStream.range(0, 4)
                    .filter(process -> process != first)
                    .boxed()
                    .toList();
            left.forEach(process -> job.jvm(process).awaitOutput("running with " + left));
            job.jvm(second).kill(); // if process 0 is dead, the one that has taken its place

            List<Integer> last =
                    left.stream().filter(process -> process != second).toList();
            last.forEach(process -> {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT))
                        .as("exit code of %s: %s", jvm, jvm.err())
                        .isZero();
                assertThat(jvm.out()).contains("last two: " + last);
            });
        }
    }

    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(ints = {0, 1, 3})
    void shouldAgreeWhenAnotherProcessDiesMeanwhile(int halting) {
        haltInShrink(halting, "");
    }

    /** What is half said and half not is the worst that a process can leave. */
    @Test
    void shouldAgreeWhenAProcessDiesAtAStep() {
        haltInShrink(0, "SEND DECIDE 2");
    }

    @ParameterizedTest
    @Tag("nightly")
    @CsvSource({
        "0, SEND CALL 1",
        "0, SEND CALL 2",
        "0, GET REPORT 1",
        "0, GET REPORT 2",
        "0, SEND PROPOSE 1",
        "0, SEND PROPOSE 2",
        "0, GET ACCEPT 1",
        "0, GET ACCEPT 2",
        "0, SEND DECIDE 1",
        "1, GET CALL 1",
        "1, SEND REPORT 1",
        "1, SEND ACCEPT 1",
        "3, GET DECIDE 1"
    })
    void shouldAgreeWhenAProcessDiesAtAnyStep(int halting, String step) {
        haltInShrink(halting, step);
    }

    private static void haltInShrink(int halting, String step) {
        List<String> options = new ArrayList<>(List.of(QUICK_START, "-Dhalting=" + halting));
        JvmJob.Plan plan = JvmJob.of(HaltingInShrink.class, 4);
        if (!step.isEmpty()) {
            plan = plan.providing(CodecProvider.class, HaltingCodec.class);
            options.add("-D" + HaltingCodec.AT + "=" + step);
        }
        try (JvmJob job = plan.options(options.toArray(String[]::new)).start()) {
            List<Integer> last = IntStream.of(0, 1, 3)
                    .filter(process -> process != halting)
                    .boxed()
                    .toList();
            last.forEach(process -> {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT))
                        .as("exit code of %s: %s", jvm, jvm.err())
                        .isZero();
                assertThat(jvm.out()).contains("survivors: " + last);
            });
            assertThat(job.jvm(halting).exitCode(LIMIT)).isEqualTo(9);
        }
    }
}
