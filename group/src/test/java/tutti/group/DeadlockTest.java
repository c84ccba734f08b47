package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import deadlock.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Members that wait only for each other are told so, in JVMs of their own; long waits that end are left alone. The jobs
 * of a test run at the same time, as each of them mostly waits.
 */
class DeadlockTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** A job, its settings in lines, and the members that are to be named. */
    private record Case(String program, int processes, int members, List<Integer> stuck, String settings) {
        JvmJob start() {
            JvmJob.Plan plan = JvmJob.of(Program.class, processes)
                    .options(
                            "-D%s=%s".formatted(Program.NAME, program),
                            program.equals("recorded") ? "-XX:StartFlightRecording" : "-Dnone")
                    .with("MEMBERS=" + members);
            settings.lines().forEach(plan::with);
            return plan.start();
        }
    }

    private static List<Integer> ranks(int from, int end) {
        return IntStream.range(from, end).boxed().toList();
    }

    private interface Check {
        void of(Case here, JvmJob job);
    }

    private static void all(List<Case> cases, Check check) {
        List<JvmJob> jobs = new ArrayList<>();
        try {
            cases.forEach(each -> jobs.add(each.start()));
            for (int i = 0; i < cases.size(); i++) {
                check.of(cases.get(i), jobs.get(i));
            }
        } finally {
            jobs.forEach(JvmJob::close);
        }
    }

    @Test
    void shouldEndAndSayWhoWaitsWhere() {
        endAll(List.of(
                new Case("receives", 2, 4, ranks(0, 4), "TRANSPORT=grpc"),
                new Case("sends", 2, 2, ranks(0, 2), ""),
                new Case("any", 1, 3, ranks(0, 3), ""),
                new Case("itself", 1, 1, ranks(0, 1), ""),
                new Case("threads that have ended", 1, 2, ranks(0, 2), ""),
                new Case("last", 2, 2, ranks(0, 1), ""),
                new Case("barrier", 1, 4, ranks(0, 4), ""),
                new Case("two of them", 2, 4, ranks(2, 4), "")));
    }

    @Tag("nightly")
    @Test
    void shouldEndAndSayWhoWaitsWhereInEachLayout() {
        endAll(List.of(
                new Case("receives", 1, 2, ranks(0, 2), ""),
                new Case("receives", 2, 4, ranks(0, 4), ""),
                new Case("receives", 3, 3, ranks(0, 3), ""),
                new Case("threads that have ended", 2, 2, ranks(0, 2), ""),
                new Case("sends", 1, 3, ranks(0, 3), ""),
                new Case("any", 2, 4, ranks(0, 4), ""),
                new Case("recorded", 1, 2, ranks(0, 2), ""),
                new Case("two beside one that computes", 2, 4, ranks(2, 4), ""),
                new Case("barrier", 2, 4, ranks(0, 4), "")));
    }

    private static void endAll(List<Case> cases) {
        endAll(
                cases,
                (here, told) -> assertThat(told)
                        .as("%s", here)
                        .contains(
                                "deadlock: ",
                                " ranks=%s: %s waits"
                                        .formatted(here.stuck(), here.stuck().size() == 1 ? "it" : "each")),
                "rank=%d .* has been waiting for .*, called at "
                        + Pattern.quote(Program.class.getName())
                        + ".run\\(Program.java:\\d+\\)");
    }

    /**
     * Lets each process of each job end with an error that begins as it must and has a line for each member.
     *
     * @param line pattern of a member's line, whose rank is a format's argument
     */
    private static void endAll(List<Case> cases, BiConsumer<Case, String> beginning, String line) {
        all(cases, (here, job) -> {
            for (int process = 0; process < here.processes(); process++) {
                assertThat(job.jvm(process).exitCode(LIMIT)).as("%s", here).isEqualTo(1);
                String told = job.jvm(process).err();
                beginning.accept(here, told);
                here.stuck().forEach(rank -> assertThat(told).as("%s", here).containsPattern(line.formatted(rank)));
            }
        });
    }

    @Test
    void shouldEndWhatWaitsInSeveralGroups() {
        endInSeveralGroups(List.of(
                new Case("collective and message", 2, 4, ranks(0, 4), "TRANSPORT=grpc"),
                new Case("rows and columns", 1, 4, ranks(0, 2), ""),
                new Case("other side", 1, 2, ranks(0, 2), ""),
                new Case("split and barrier", 2, 2, ranks(0, 2), ""),
                new Case("root elsewhere", 1, 3, ranks(0, 2), "")));
    }

    @Tag("nightly")
    @Test
    void shouldEndWhatWaitsInSeveralGroupsInEachLayout() {
        endInSeveralGroups(List.of(
                new Case("collective and message", 1, 2, ranks(0, 2), ""),
                new Case("collective and message", 2, 4, ranks(0, 4), ""),
                new Case("rows and columns", 4, 4, ranks(0, 2), ""),
                new Case("other side", 3, 3, ranks(0, 2), "")));
    }

    private static void endInSeveralGroups(List<Case> cases) {
        endAll(
                cases,
                (here, told) -> assertThat(told).as("%s", here).containsPattern("deadlock: members=\\d groups=\\["),
                "group=.* rank=%d .* has been waiting for .*, called at "
                        + Pattern.quote("deadlock.SeveralGroups")
                        + ".\\w+\\(SeveralGroups.java:\\d+\\)");
    }

    @Test
    void shouldEndWhatWaitsWithStartedReceives() {
        endWithRequests(List.of(
                new Case("all of several", 2, 2, ranks(0, 2), ""),
                new Case("any of several", 1, 3, ranks(0, 3), ""),
                new Case("receives behind a call", 2, 2, ranks(0, 2), "TRANSPORT=grpc"),
                new Case("receives in two groups", 1, 2, ranks(0, 2), ""),
                new Case("started call", 2, 2, ranks(0, 2), ""),
                new Case("call behind a started call", 2, 3, ranks(0, 3), ""),
                new Case("started call in a second group", 2, 2, ranks(0, 2), "TRANSPORT=grpc")));
    }

    @Tag("nightly")
    @Test
    void shouldEndWhatWaitsWithStartedReceivesInEachLayout() {
        endWithRequests(List.of(
                new Case("all of several", 1, 3, ranks(0, 3), ""),
                new Case("all of several", 3, 3, ranks(0, 3), "TRANSPORT=grpc"),
                new Case("any of several", 2, 4, ranks(0, 4), ""),
                new Case("receives behind a call", 1, 2, ranks(0, 2), ""),
                new Case("receives behind a call", 2, 2, ranks(0, 2), ""),
                new Case("receives in two groups", 2, 2, ranks(0, 2), ""),
                new Case("started call", 1, 3, ranks(0, 3), ""),
                new Case("started call", 3, 3, ranks(0, 3), "TRANSPORT=grpc"),
                new Case("call behind a started call", 1, 2, ranks(0, 2), ""),
                new Case("started call in a second group", 1, 2, ranks(0, 2), "")));
    }

    private static void endWithRequests(List<Case> cases) {
        endAll(
                cases,
                (here, told) -> assertThat(told).as("%s", here).contains("deadlock: "),
                "rank=%d .* has been waiting for .*, called at "
                        + Pattern.quote("deadlock.Requests")
                        + ".[\\w$]+\\(Requests.java:\\d+\\)");
    }

    @Test
    void shouldEndWhatWaitsInOrBesideWindows() {
        endWithWindows(List.of(
                new Case("beside a window", 1, 2, ranks(0, 2), ""),
                new Case("starts", 1, 2, ranks(0, 2), ""),
                new Case("await", 2, 2, ranks(0, 2), "TRANSPORT=grpc"),
                new Case("fence and start", 1, 2, ranks(0, 2), ""),
                new Case("lock order", 2, 2, ranks(0, 2), ""),
                new Case("lock and barrier", 1, 2, ranks(0, 2), ""),
                new Case("lock of a third", 2, 3, List.of(0, 2), "")));
    }

    @Tag("nightly")
    @Test
    void shouldEndWhatWaitsInOrBesideWindowsInEachLayout() {
        endWithWindows(List.of(
                new Case("beside a window", 2, 2, ranks(0, 2), ""),
                new Case("starts", 2, 2, ranks(0, 2), ""),
                new Case("await", 1, 2, ranks(0, 2), ""),
                new Case("fence and start", 2, 2, ranks(0, 2), ""),
                new Case("lock order", 1, 2, ranks(0, 2), ""),
                new Case("lock and barrier", 2, 2, ranks(0, 2), ""),
                new Case("lock of a third", 3, 3, List.of(0, 2), "TRANSPORT=grpc"),
                new Case("lock of a third", 3, 3, List.of(0, 2), "")));
    }

    private static void endWithWindows(List<Case> cases) {
        endAll(
                cases,
                (here, told) -> assertThat(told).as("%s", here).contains("deadlock: "),
                "rank=%d .* has been waiting for .*, called at "
                        + Pattern.quote("deadlock.Windows")
                        + ".\\w+\\(Windows.java:\\d+\\)");
    }

    @Test
    void shouldLeaveAloneWhatContinues() {
        leaveAlone(List.of(
                new Case("other thread", 2, 4, List.of(), ""),
                new Case("virtual thread", 1, 4, List.of(), ""),
                new Case("timer of a future", 1, 4, List.of(), ""),
                new Case("child process", 1, 2, List.of(), ""),
                new Case("virtual thread that sleeps", 1, 2, List.of(), ""),
                new Case("message of a third", 1, 3, List.of(), ""),
                new Case("continuation", 1, 3, List.of(), ""),
                new Case("late elsewhere", 2, 4, List.of(), ""),
                new Case("lock until a message", 1, 3, List.of(), ""),
                new Case("shared locks", 1, 3, List.of(), ""),
                new Case("locks", 1, 3, List.of(), "")));
    }

    @Tag("nightly")
    @Test
    void shouldLeaveAloneWhatContinuesInOtherLayouts() {
        leaveAlone(List.of(
                new Case("pool", 2, 4, List.of(), ""),
                new Case("pool of delayed tasks", 1, 2, List.of(), ""),
                new Case("timer of a future", 2, 2, List.of(), ""),
                new Case("virtual thread that computes", 1, 2, List.of(), ""),
                new Case("lock until a message", 3, 3, List.of(), ""),
                new Case("message of a third", 3, 3, List.of(), ""),
                new Case("shared locks", 3, 3, List.of(), ""),
                new Case("continuation", 3, 3, List.of(), ""),
                new Case("late", 2, 4, List.of(), ""),
                new Case("late", 1, 4, List.of(), ""),
                new Case("locks", 2, 4, List.of(), "")));
    }

    private static void leaveAlone(List<Case> cases) {
        all(cases, (here, job) -> {
            job.awaitSuccess(LIMIT);
            assertThat(job.outLines()).as("%s", here).hasSize(here.processes()).containsOnly("all is well");
        });
    }

    @Test
    void shouldWaitIfThatIsSetOrThereIsADeadline() {
        List<Case> cases = List.of(
                new Case("receives", 2, 2, List.of(), "DEADLOCK=wait\nDEADLINE=6"),
                new Case("receives", 1, 2, List.of(), "DEADLINE=6"));
        all(cases, (here, job) -> {
            String told = IntStream.range(0, here.processes())
                    .peek(process -> assertThat(job.jvm(process).exitCode(LIMIT))
                            .as("%s", here)
                            .isEqualTo(1))
                    .mapToObj(process -> job.jvm(process).err())
                    .collect(Collectors.joining());
            assertThat(told).as("%s", here).contains("deadline exceeded").doesNotContain("deadlock: ");
        });
    }
}
