package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The shell with members in several JVMs, as users start it. */
class ShellTest {
    private static List<String> lines(int exitCode, String input, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("shell", "-n", "3", "--jvms", "2"));
        arguments.addAll(List.of(options));
        try (Launch shell = Launch.tutti(arguments.toArray(String[]::new))) {
            shell.type(input);
            assertThat(shell.exitCode()).as("%s", shell.err()).isEqualTo(exitCode);
            return shell.out();
        }
    }

    @Test
    void shouldRunLinesOnMembersOfAllJvms() throws IOException, InterruptedException {
        String input = """
            int own = 10 * rank;
            record Pair(long a, int b) implements Serializable {}
            world.allGather(new Pair(ProcessHandle.current().pid(), own)).stream().map(Pair::a).distinct().count()
            System.out.println("printed " + own)
            world.allReduce(1 / (rank - 2), Reductions.sum())
            if (rank == 0) while (true) { own++; }
            world.allReduce(rank == 0 ? 0 : own, Reductions.sum())
            """;
        assertThat(lines(1, input, "--deadline", "6"))
                .startsWith("[0] own ==> 0", "[1] own ==> 10", "[2] own ==> 20", "[0-2] ==> 2")
                .contains("[0] printed 0", "[1] printed 10", "[2] printed 20")
                .containsSubsequence(
                        "[0-1] ended, because another member failed",
                        "[2] ArithmeticException: / by zero",
                        "    in: world.allReduce(1 / (rank - 2), Reductions.sum())")
                .containsSubsequence(
                        "[0] LineTooLongError: the line took longer than 12 s; --deadline sets half of it",
                        "[1-2] done")
                .endsWith("[0-2] ==> 30");
    }

    @Tag("nightly")
    @Test
    void shouldSayThatAJvmHasEnded() throws IOException, InterruptedException {
        try (Launch shell = Launch.tutti("shell", "-n", "2", "--jvms", "2")) {
            shell.type("if (rank == 1) System.exit(3)\nrank");
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.err())
                    .contains("tutti: a JVM of the shell has ended: jvm=1; the shell ends, start it again");
        }
    }

    @Test
    void shouldRefuseMoreJvmsThanMembers() throws IOException, InterruptedException {
        try (Launch shell = Launch.tutti("shell", "-n", "2", "--jvms", "3")) {
            assertThat(shell.exitCode()).isEqualTo(2);
            assertThat(shell.err()).anyMatch(line -> line.contains("members=2 jvms=3; give --jvms 1 to 2"));
        }
    }
}
