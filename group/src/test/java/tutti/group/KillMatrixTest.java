package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * <p>Processes 1, 2 and 3 survive round after round, each of which costs another: the first of them process 0. Each
 * process has a member in each of several series of groups, which do different operations in a round.
 */
class KillMatrixTest {
    private static final int SURVIVORS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(4);
    private static final Duration TIME_TO_END = Duration.ofSeconds(60);
    private static final int RUNNING = 5; // times; the fast operations go on until the slowest is there
    private static final String OPERATIONS = "tutti.test.operations";

    /** Takes part in one operation after the other, each in a group of its own, until that group breaks. */
    static final class Working extends ColMember {
        private final ColGroupMaster master;
        private final int series;
        private final List<EveryOperation> operations;
        private final ColGroup[] groups;

        Working(ColGroupMaster master, int series, List<EveryOperation> operations) {
            this.master = master;
            this.series = series;
            this.operations = operations;
            groups = new ColGroup[operations.size()];
        }

        public static void main(String[] args) throws InterruptedException {
            String[] all = System.getProperty(OPERATIONS).split(";", -1);
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                List<Working> members = IntStream.range(0, all.length)
                        .mapToObj(series -> new Working(master, series, EveryOperation.parse(all[series])))
                        .toList();
                members.forEach(Working::addToAll);
                members.forEach(Working::getAll);
                List<Thread> threads =
                        members.stream().map(Thread.ofPlatform()::start).toList();
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        }

        private boolean isIn(int round) {
            int process = master.process();
            return process == victim(round) || (process >= 1 && process <= SURVIVORS);
        }

        private String name(int round) {
            return series + "-" + round;
        }

        private void addToAll() {
            for (int round = 0; round < groups.length; round++) {
                if (isIn(round)) {
                    int position = master.process() == victim(round) ? 0 : master.process();
                    master.addMember(name(round), rank(position, round), this);
                }
            }
        }

        private void getAll() {
            for (int round = 0; round < groups.length; round++) {
                groups[round] = isIn(round) ? master.getGroup(name(round), SURVIVORS + 1) : null;
            }
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
                    if (i == RUNNING) {
                        System.out.println("running " + name(round));
                    }
                    operations.get(round).run(this, group, i);
                }
            } catch (MemberFailedException e) {
                System.out.println("failed %s process=%d rank=%d host=%s millis=%d operation=%s. %s"
                        .formatted(
                                name(round),
                                e.process(),
                                e.rank(),
                                e.host(),
                                System.currentTimeMillis(),
                                e.operation(),
                                e.getMessage()));
            }
        }
    }

    @Test
    void shouldEndOneOperationOfEachKind() {
        killInEach(List.of(
                List.of(EveryOperation.LARGE_MESSAGE, EveryOperation.ALL_REDUCE),
                List.of(EveryOperation.FROM_ANY_SOURCE, EveryOperation.STARTED_COLLECTIVES),
                List.of(EveryOperation.SIDES, EveryOperation.SPLIT),
                List.of(EveryOperation.WINDOW_LOCK, EveryOperation.FILE)));
    }

    /** Who is stopped is given up, and ends, too, when it is continued. */
    @Test
    void shouldEndOneOperationOfEachKindWhenAProcessIsStopped() {
        stopInEach(List.of(
                List.of(EveryOperation.SCAN),
                List.of(EveryOperation.EXCHANGE),
                List.of(EveryOperation.WINDOW_FENCE),
                List.of(EveryOperation.PREPARED_COLLECTIVE)));
    }

    @Tag("nightly")
    @Timeout(1200)
    @ParameterizedTest
    @EnumSource(EveryOperation.class)
    void shouldEndEveryOperationWhenAProcessIsStopped(EveryOperation operation) {
        stopInEach(List.of(Collections.nCopies(5, operation)));
    }

    @Tag("nightly")
    @Timeout(1200)
    @ParameterizedTest
    @EnumSource(EveryOperation.class)
    void shouldEndEveryOperationTwentyTimes(EveryOperation operation) {
        for (int job = 0; job < 4; job++) {
            killInEach(List.of(Collections.nCopies(5, operation)));
        }
    }

    /** Kills a process in each round, in which each series does its next operation. */
    private static void killInEach(List<List<EveryOperation>> series) {
        try (JvmJob job = working(series).start()) {
            inEachRound(
                    job, series.getFirst().size(), round -> end(job, round, series.size(), JvmJob.Jvm::kill, LIMIT));
        }
    }

    /** Stops a process in each round, and continues it when the others have given it up. */
    private static void stopInEach(List<List<EveryOperation>> series) {
        try (JvmJob job = working(series)
                .with("SILENCE_LIMIT=" + SILENCE_LIMIT.toSeconds())
                .start()) {
            inEachRound(job, series.getFirst().size(), round -> {
                end(job, round, series.size(), jvm -> jvm.signal("STOP"), SILENCE_LIMIT.plus(LIMIT));
                JvmJob.Jvm stopped = job.jvm(victim(round));
                stopped.signal("CONT");
                for (String group : groups(round, series.size())) {
                    stopped.awaitOutput("failed " + group + " ");
                }
                stopped.exitCode(TIME_TO_END);
            });
        }
    }

    private static void inEachRound(JvmJob job, int rounds, IntConsumer actions) {
        for (int round = 0; round < rounds; round++) {
            try {
                actions.accept(round);
            } catch (AssertionError e) {
                throw new AssertionError("round %d: %s".formatted(round, job.states()), e);
            }
        }
    }

    private static JvmJob.Plan working(List<List<EveryOperation>> series) {
        String names = series.stream()
                .map(operations -> operations.stream().map(Enum::name).collect(Collectors.joining(",")))
                .collect(Collectors.joining(";"));
        return JvmJob.of(Working.class, SURVIVORS + series.getFirst().size())
                .options("-D" + OPERATIONS + "=" + names, "-Xmx128m");
    }

    private static List<String> groups(int round, int series) {
        return IntStream.range(0, series)
                .mapToObj(number -> number + "-" + round)
                .toList();
    }

    private static int victim(int round) {
        return round == 0 ? 0 : SURVIVORS + round;
    }

    /** Returns the rank of the victim, at position 0, or a survivor: another in each round. */
    private static int rank(int position, int round) {
        return (position + round) % (SURVIVORS + 1);
    }

    private static void end(JvmJob job, int round, int series, Consumer<JvmJob.Jvm> ending, Duration limit) {
        int victim = victim(round);
        List<String> groups = groups(round, series);
        for (int process : new int[] {1, 2, 3, victim}) {
            groups.forEach(group -> job.jvm(process).awaitOutput("running " + group + System.lineSeparator()));
        }
        LoadClock.await()
                .pollDelay(Duration.ofMillis(ThreadLocalRandom.current().nextInt(100)))
                .until(() -> true);
        long ended = System.currentTimeMillis();
        ending.accept(job.jvm(victim));
        for (int survivor = 1; survivor <= SURVIVORS; survivor++) {
            for (String group : groups) {
                assertReported(job.jvm(survivor), group, victim, rank(0, round), ended, limit);
            }
        }
    }

    private static void assertReported(
            JvmJob.Jvm jvm, String group, int process, int rank, long sinceMillis, Duration limit) {
        jvm.awaitOutput("failed " + group + " ");
        String line = jvm.out()
                .lines()
                .filter(text -> text.startsWith("failed " + group + " "))
                .findFirst()
                .orElseThrow();
        assertThat(line)
                .as("%s", jvm)
                .contains(" process=" + process + " ", " rank=" + rank + " ")
                .doesNotContain("host= ", "operation=.");
        long millis = Long.parseLong(line.replaceAll(".* millis=(\\d+) .*", "$1"));
        assertThat(LoadClock.between(sinceMillis, millis))
                .as("%s: %s", jvm, line)
                .isLessThanOrEqualTo(limit);
    }
}
