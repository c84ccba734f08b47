package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command says about itself and about wrong command lines. */
class UsageTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run --jvms 4 -n 2 my.Main    | members=2 jvms=4; give -n 4 or more, or --jvms 2 or less
        run --members 0 my.Main      | members=0; give -n 1 or more
        run --bind-to socket my.Main | expected one of [core, none]
        run --jvms 0 my.Main         | jvms=0; give --jvms 1 or more
        run --jvm 2 my.Main          | --jvms
        run -n many my.Main          | 'many' is not an int
        run -np 4 my.Main            | -np is mpirun's: write -n and the number of members, as in -n 4
        run -n 2 -hosts a,b my.Main  | Unknown option: '-hosts'; did you mean '--hosts'?
        run -hostfile f my.Main      | Unknown option: '-hostfile'; did you mean '--hosts-file'?
        run -Xmx100m my.Main         | options of the JVMs have -J before them: -J-Xmx100m
        run -n 2                     | Missing required parameter: 'PROGRAM'
        run no.such.Main             | name=no.such.Main
        run -cp no-such.jar my.Main  | entry=no-such.jar
        asp                          | 'tutti run PROGRAM'
        run --hosts a,b --jvms 1 my.Main | hosts=2 jvms=1; give --jvms 2 or more
        run --hosts=a --hosts-file=f my.Main | both --hosts and --hosts-file
        run --hosts-file no-such my.Main | file=no-such
        run --hosts=-oProxyCommand=x my.Main | host=[-oProxyCommand=x]
        rnu asp                      | did you mean 'run'?
        help rnu                     | Unknown subcommand 'rnu'; did you mean 'run'?
        completion fish              | choose one of [bash, zsh]
        doktor                       | did you mean 'doctor'?
        run --class-paht a my.Main   | --class-path
        run --tutti-wait=park my.Main | '--tutti-wait=park'; settings of the job stand after the program's name
        run --members                | Missing required parameter for option '--members'
        """)
    void shouldExplainWrongCommandLine(String commandLine, String explanation) throws Exception {
        StringWriter err = new StringWriter();

        assertThat(execute(commandLine, new StringWriter(), err)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("tutti: ")
                .contains(explanation)
                .contains("--help")
                .doesNotContain("Exception");
    }

    @Test
    void shouldExplainMissingCommand() throws Exception {
        try (Launch launch = Launch.tutti()) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err()).contains("tutti: Missing required subcommand");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "run -h", "help", "help run"})
    void shouldHelp(String commandLine) throws Exception {
        StringWriter out = new StringWriter();

        assertThat(execute(commandLine, out, new StringWriter())).isZero();
        assertThat(out.toString()).startsWith("Usage: tutti");
    }

    private static int execute(String commandLine, StringWriter out, StringWriter err) throws IOException {
        String[] arguments = commandLine.split(" ");
        return TuttiCommand.commandLine(arguments)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void shouldPrintAScriptThatCompletes(@TempDir Path folder) throws Exception {
        Path script = folder.resolve("completion");
        try (Launch launch = Launch.tutti("completion")) {
            assertThat(launch.exitCode()).isZero();
            Files.write(script, launch.out());
        }
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '%s'; COMP_WORDS=(tutti run --cla); COMP_CWORD=2; _complete_tutti; echo \"${COMPREPLY[@]}\""
                                .formatted(script))
                .redirectErrorStream(true)
                .start();
        String completions = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(completions).isZero();
        assertThat(completions).contains("--class-path");
    }

    @Test
    void shouldTellVersion() throws Exception {
        try (Launch launch = Launch.tutti("--version")) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out().getFirst()).startsWith("tutti ");
        }
    }
}
