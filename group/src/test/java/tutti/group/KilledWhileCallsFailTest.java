package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.ReductionObject;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;

/** A JVM is killed while calls fail in other members: the survivors end with the loss as the cause. */
@Timeout(180)
class KilledWhileCallsFailTest {
    private static final int PROCESSES = 4;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Does calls whose operator throws in another member each time, until the group breaks. */
    static final class Working extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Working::new);
            }
        }

        @Override
        public void run() {
            ColGroup group = group();
            int rank = group.rank(this);
            int size = group.size();
            int failures = 0;
            try {
                for (int turn = 0; turn < Integer.MAX_VALUE; turn++) {
                    boolean fails = turn % size == rank;
                    ReductionObject<Integer> operator = (left, right) -> {
                        if (fails) {
                            throw new IllegalStateException("trouble");
                        }
                        return left + right;
                    };
                    try {
                        if (turn / size % 2 == 0) {
                            allReduce(group, turn, operator);
                        } else {
                            reduce(group, turn, operator, turn / size / 2 % size);
                        }
                    } catch (CallFailedException | IllegalStateException e) {
                        if (++failures == 20) {
                            System.out.println("failing.");
                        }
                    }
                }
            } catch (MemberFailedException e) {
                System.out.println("ended process=%d rank=%d %s.".formatted(e.process(), e.rank(), e.getMessage()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource("3, grpc")
    @NightlySource({"0, shared-memory", "2, shared-memory", "1, grpc"})
    void shouldNameTheProcessThatWasKilled(int victim, String transport) {
        try (JvmJob job = JvmJob.of(Working.class, PROCESSES)
                .with("MEMBERS=" + PROCESSES)
                .with("TRANSPORT=" + transport)
                .start()) {
            for (int process = 0; process < PROCESSES; process++) {
                job.jvm(process).awaitOutput("failing.");
            }
            job.jvm(victim).kill();
            for (int process = 0; process < PROCESSES; process++) {
                if (process != victim) {
                    JvmJob.Jvm survivor = job.jvm(process);
                    assertThat(survivor.exitCode(LIMIT)).as(survivor.err()).isZero();
                    assertThat(survivor.out())
                            .as(survivor.err())
                            .contains("ended process=%d rank=%d ".formatted(victim, victim));
                }
            }
        }
    }
}
