package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;

/**
 * Real JVMs, one of four killed or stopped in the middle of an operation: all others report the same member soon, and
 * none hangs.
 *
 * <p>Processes 1, 2 and 3 survive round after round, each of which costs another: the first of them process 0.
 */
class KillMatrixTest {
    private static final int SURVIVORS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final String OPERATIONS = "tutti.test.operations";

    /** Takes part in one operation after the other, each in a group of its own, until that group breaks. */
    static final class Working extends ColMember {
        private final ColGroupMaster master;
        private final List<EveryOperation> operations = EveryOperation.parse(System.getProperty(OPERATIONS));
        private ColGroup[] groups = {};

        Working(ColGroupMaster master) {
            this.master = master;
        }

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Working member = new Working(master);
                int rounds = member.operations.size();
                for (int round = 0; round < rounds; round++) {
                    if (member.isIn(round)) {
                        member.addTo(round);
                    }
                }
                ColGroup[] groups = new ColGroup[rounds];
                for (int round = 0; round < rounds; round++) {
                    groups[round] = member.isIn(round) ? master.getGroup("round-" + round, SURVIVORS + 1) : null;
                }
                member.groups = groups;
                Thread thread = new Thread(member);
                thread.start();
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private boolean isIn(int round) {
            int process = master.process();
            return process == victim(round) || (process >= 1 && process <= SURVIVORS);
        }

        private void addTo(int round) {
            int position = master.process() == victim(round) ? 0 : master.process();
            master.addMember("round-" + round, rank(position, round), this);
        }

        @Override
        public void run() {
            for (int round = 0; round < groups.length; round++) {
                if (groups[round] != null) {
                    workIn(groups[round], round);
                }
            }
            done();
        }

        private void workIn(ColGroup group, int round) {
            try {
                for (int i = 0; i < Integer.MAX_VALUE; i++) {
                    if (i == 20) {
                        System.out.println("running " + round);
                    }
                    operations.get(round).run(this, group, i);
                }
            } catch (MemberFailedException e) {
                System.out.println("failed %d process=%d rank=%d host=%s millis=%d operation=%s."
                        .formatted(round, e.process(), e.rank(), e.host(), System.currentTimeMillis(), e.operation()));
            }
        }
    }

    @Test
    void shouldEndOneOperationOfEachKind() {
        killInEach(
                EveryOperation.SEND_SYNC,
                EveryOperation.LARGE_MESSAGE,
                EveryOperation.RECEIVE_INTO_BUFFER,
                EveryOperation.ALL_REDUCE,
                EveryOperation.BARRIER);
        killInEach(
                EveryOperation.REQUESTS,
                EveryOperation.FROM_ANY_SOURCE,
                EveryOperation.STARTED_COLLECTIVES,
                EveryOperation.EXCHANGE,
                EveryOperation.SPLIT);
        killInEach(
                EveryOperation.PREPARED_COLLECTIVE,
                EveryOperation.NEIGHBOR_ALL_GATHER,
                EveryOperation.SIDES,
                EveryOperation.WINDOW_LOCK,
                EveryOperation.FILE);
    }

    @Tag("nightly")
    @Timeout(1200)
    @ParameterizedTest
    @EnumSource(EveryOperation.class)
    void shouldEndEveryOperationTwentyTimes(EveryOperation operation) {
        for (int job = 0; job < 4; job++) {
            EveryOperation[] rounds = new EveryOperation[5];
            Arrays.fill(rounds, operation);
            killInEach(rounds);
        }
    }

    private static void killInEach(EveryOperation... operations) {
        int rounds = operations.length;
        String names = Arrays.stream(operations).map(Enum::name).collect(Collectors.joining(","));
        try (JvmJob job = JvmJob.of(Working.class, SURVIVORS + rounds)
                .options("-D" + OPERATIONS + "=" + names, "-Xmx128m")
                .start()) {
            for (int round = 0; round < rounds; round++) {
                kill(job, round);
            }
        }
    }

    private static int victim(int round) {
        return round == 0 ? 0 : SURVIVORS + round;
    }

    /** Returns the rank of the victim, at position 0, or a survivor: another in each round. */
    private static int rank(int position, int round) {
        return (position + round) % (SURVIVORS + 1);
    }

    private static void kill(JvmJob job, int round) {
        int victim = victim(round);
        for (int process : new int[] {1, 2, 3, victim}) {
            job.jvm(process).awaitOutput("running " + round + System.lineSeparator());
        }
        LoadClock.await()
                .pollDelay(Duration.ofMillis(ThreadLocalRandom.current().nextInt(100)))
                .until(() -> true);
        long killed = System.currentTimeMillis();
        job.jvm(victim).kill();
        for (int survivor = 1; survivor <= SURVIVORS; survivor++) {
            assertReported(job.jvm(survivor), round, victim, rank(0, round), killed);
        }
    }

    private static void assertReported(JvmJob.Jvm jvm, int round, int process, int rank, long sinceMillis) {
        jvm.awaitOutput("failed " + round + " ");
        String line = jvm.out()
                .lines()
                .filter(text -> text.startsWith("failed " + round + " "))
                .findFirst()
                .orElseThrow();
        assertThat(line)
                .as("%s", jvm)
                .contains(" process=" + process + " ", " rank=" + rank + " ")
                .doesNotContain("host= ", "operation=.");
        long millis = Long.parseLong(line.replaceAll(".* millis=(\\d+) .*", "$1"));
        assertThat(LoadClock.between(sinceMillis, millis))
                .as("%s: %s", jvm, line)
                .isLessThanOrEqualTo(LIMIT);
    }
}
