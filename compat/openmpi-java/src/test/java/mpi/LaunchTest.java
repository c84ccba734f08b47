package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs are run by {@code tutti run}, a JVM for each rank, or in one; and by themselves. */
class LaunchTest {
    private static final int N = 10;

    private record Ended(int exitCode, String output) {}

    private static Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private static Ended launch(String program, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("tutti.launcher.TuttiCommand", "run"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), program, "" + N));
        return run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n3", "-n3 --isolate", "-n3 --isolate --jvms=2"})
    void shouldGiveEachRankStaticsOfItsOwn(String options) throws Exception {
        Ended ended = launch("programs.Pi", options.split(" "));

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("4 of 10 rectangles here, pi is about 3.14242598", "rank 1: 3", "rank 2: 3");
    }

    @Test
    void shouldRunRanksInOneJvmWithCommonStatics() throws Exception {
        Ended ended = launch("programs.Pi", "-n3", "--jvms=1");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("pi is about 3.14242598", "rank 1: ", "rank 2: ");
    }

    @Test
    void shouldRunAloneWithoutALauncher() throws Exception {
        Ended ended = run("programs.Pi", "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("10 of 10 rectangles here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n3", "-n3 --isolate"})
    void shouldEndAllWhenOneAborts(String options) throws Exception {
        Ended ended = launch("programs.Aborting", options.split(" "));

        assertThat(ended.exitCode()).as(ended.output()).isNotZero();
        assertThat(ended.output()).contains("rank 2 of 3 aborts the job: code=3: abort was called");
    }
}
