package tutti.launcher.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tutti.launcher.FurtherCommand;

/** Lines run on all members, each with its own variables, also after a line that fails. */
class SessionTest {
    private static final StringWriter OUT = new StringWriter();
    private static Members members;
    private static Session session;

    @BeforeAll
    static void open() {
        members = new LocalMembers(4, Duration.ofSeconds(5), SessionTest.class.getClassLoader());
        session = new Session(members, System.getProperty("java.class.path"), new PrintWriter(OUT, true));
    }

    @AfterAll
    static void close() {
        session.close();
        members.close();
    }

    private static List<String> lines(String input) throws IOException {
        OUT.getBuffer().setLength(0);
        session.run(new BufferedReader(new StringReader(input)), "");
        return OUT.toString().lines().toList();
    }

    @Test
    void shouldPrintEqualValuesOnce() throws IOException {
        assertThat(lines("world.allReduce(rank, Reductions.sum())")).containsExactly("[0-3] ==> 6");
        assertThat(lines("rank % 2\nrank / 3"))
                .containsExactly("[0,2] ==> 0", "[1,3] ==> 1", "[0-2] ==> 0", "[3] ==> 1");
    }

    @Test
    void shouldKeepVariablesOfEachMember() throws IOException {
        assertThat(lines("int own = 10 * rank; own++;\nint next(int n) {\n  return n + own;\n}\nnext(1) == own + 1"))
                .containsExactly(
                        "[0] own ==> 0",
                        "[1] own ==> 10",
                        "[2] own ==> 20",
                        "[3] own ==> 30",
                        "[0] ==> 0",
                        "[1] ==> 10",
                        "[2] ==> 20",
                        "[3] ==> 30",
                        "[0-3] ==> true");
    }

    @Test
    void shouldSendObjectsOfTypesThatLinesDeclare() throws IOException {
        assertThat(lines("record Pair(int a, String b) implements Serializable {}\n"
                        + "world.allGather(new Pair(rank, \"b\")).get(3).a()"))
                .containsExactly("[0-3] ==> 3");
    }

    @Test
    void shouldContinueAfterAMemberFails() throws IOException {
        assertThat(lines("int kept = rank / 2;\nworld.allReduce(1 / (rank - 2), Reductions.sum())\n"
                        + "world.allReduce(kept, Reductions.sum())"))
                .containsExactly(
                        "[0-1] kept ==> 0",
                        "[2-3] kept ==> 1",
                        "[0-1,3] ended, because another member failed",
                        "[2] ArithmeticException: / by zero",
                        "    in: world.allReduce(1 / (rank - 2), Reductions.sum())",
                        "[0-3] ==> 2");
        assertThat(session.hasFailed()).isTrue();
    }

    @Test
    void shouldEndALineForWhichMembersWaitInVain() throws IOException {
        assertThat(lines("if (rank == 0) world.barrier();\nworld.barrier()\nrank < 4"))
                .containsExactly(
                        "[0] DeadlineExceededException: nothing came from ranks [1, 2, 3]",
                        "[1-3] done",
                        "    in: if (rank == 0) world.barrier();",
                        "[0-3] ==> true");
    }

    /** In loops, in methods of types that lines declare, in lambdas, and in waits. */
    @Test
    void shouldEndALineThatLoopsForEver() throws IOException {
        StringWriter out = new StringWriter();
        String input = """
            int kept = rank;
            class Spinner { void spin(boolean wanted) { do { kept(); } while (wanted); } void kept() {} }
            if (rank == 1) while (true) { try { rank++; } catch (Exception e) { } }
            new Spinner().spin(true)
            Stream.iterate(0, i -> i + 1).filter(i -> i < 0).findFirst()
            Thread.sleep(1_000_000)
            world.allReduce(kept, Reductions.sum())
            """;
        try (Members two = new LocalMembers(2, Duration.ofMillis(500), SessionTest.class.getClassLoader());
                Session own = new Session(two, System.getProperty("java.class.path"), new PrintWriter(out, true))) {
            own.run(new BufferedReader(new StringReader(input)), "");
        }
        String error = "LineTooLongError: the line took longer than 1 s; --deadline sets half of it";
        assertThat(out.toString().lines())
                .containsSubsequence("[0] done", "[1] " + error)
                .containsSubsequence("[0-1] " + error, "    in: new Spinner().spin(true)")
                .containsSubsequence(
                        "[0-1] " + error, "    in: Stream.iterate(0, i -> i + 1)" + ".filter(i -> i < 0).findFirst()")
                .containsSubsequence("[0-1] " + error, "    in: Thread.sleep(1_000_000)")
                .endsWith("[0-1] ==> 1");
    }

    @Test
    void shouldShowTheLineThatDoesNotCompile() throws IOException {
        assertThat(lines("int n = 1;\nmissing + n\n"))
                .containsExactly("[0-3] n ==> 1", "error: cannot find symbol", "    missing + n");
    }

    @Test
    void shouldKeepObjectsOfClassesWithoutNames() throws IOException {
        assertThat(lines("Supplier<Integer> six = new Supplier<>() { public Integer get() { return 6; } }; six.get()"))
                .last()
                .isEqualTo("[0-3] ==> 6");
        assertThat(lines("int seven() { class Local { int n = 7; } return new Local().n; }\nseven()"))
                .containsExactly("[0-3] ==> 7");
        assertThat(lines("var eight = new Object() { int n = 8; };\neight.n"))
                .last()
                .isEqualTo("[0-3] ==> 8");
    }

    @Test
    void shouldSayWhatAMethodStillNeeds() throws IOException {
        assertThat(lines("int early() { return later; }\nint later = 5;\nearly()"))
                .containsExactly(
                        "note: early cannot be used until there is variable later", "[0-3] later ==> 5", "[0-3] ==> 5");
    }

    @Test
    void shouldCutLongValues() throws IOException {
        assertThat(lines("new int[100_000]"))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .hasSizeLessThan(1_100)
                        .startsWith("[0-3] ==> int[100000] { 0, 0, ")
                        .endsWith("characters)"));
    }

    @Test
    void shouldEndAtExit() throws IOException {
        assertThat(lines("/exit\nrank")).isEmpty();
    }

    @Test
    void shouldNameRanksByTheirRuns() {
        assertThat(RankedLines.of(Arrays.asList("a", "a", "b", "a", "a", "a", "b")))
                .containsExactly("[0-1,3-5] a", "[2,6] b");
    }

    @Test
    void shouldRefuseAClassPathThatIsNotThere() {
        CommandLine command = new CommandLine(new ShellCommand());
        StringWriter errors = new StringWriter();
        command.setErr(new PrintWriter(errors, true));
        assertThat(command.execute("-n", "1", "-cp", "/no/such.jar")).isEqualTo(2);
        assertThat(errors.toString()).contains("no such class path entry: entry=/no/such.jar");
    }

    @Test
    void shouldBeACommand() throws IOException {
        assertThat(FurtherCommand.all()).hasAtLeastOneElementOfType(ShellCommand.class);
    }
}
