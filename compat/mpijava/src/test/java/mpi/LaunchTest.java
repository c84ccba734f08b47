package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs are run by {@code tutti run}, a JVM for each rank, or in one; and by themselves. */
class LaunchTest {
    private static final int N = 1000; // below which there are 168 primes

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
        Ended ended = launch("programs.Primes", options.split(" "));

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("168 primes below 1000", "in ranks of their own: true");
    }

    @Test
    void shouldRunRanksInOneJvmWithCommonStatics() throws Exception {
        Ended ended = launch("programs.Primes", "-n3", "--jvms=1");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("168 primes below 1000", "in ranks of their own: false");
    }

    @Test
    void shouldRunAloneWithoutALauncher() throws Exception {
        Ended ended = run("programs.Primes", "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("168 primes below 1000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicore", "niodev"})
    void shouldUnderstandMpjrun(String device) throws Exception {
        Ended ended = run(
                "tutti.launcher.TuttiCommand",
                "mpjrun",
                "-np",
                "3",
                "-dev",
                device,
                "-cp",
                System.getProperty("java.class.path"),
                "programs.Primes",
                "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("tutti mpjrun: -np: -n 3", "168 primes below 1000", "in ranks of their own: true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicore", "niodev"})
    void shouldRunClassFilesThatWereCompiledAgainstTheOldJar(String device, @TempDir Path folder) throws Exception {
        Stubs.compile(ApiTest.lines(), Path.of("src/test/java/programs/Primes.java"), folder);
        String classPath =
                folder.resolve("classes") + java.io.File.pathSeparator + System.getProperty("java.class.path");

        Ended ended = run(
                "tutti.launcher.TuttiCommand",
                "mpjrun",
                "-np",
                "3",
                "-dev",
                device,
                "-cp",
                classPath,
                "programs.Primes",
                "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("168 primes below 1000", "in ranks of their own: true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n3", "-n3 --isolate"})
    void shouldEndAllWhenOneAborts(String options) throws Exception {
        Ended ended = launch("programs.Aborting", options.split(" "));

        assertThat(ended.exitCode()).as(ended.output()).isNotZero();
        assertThat(ended.output()).contains("rank 2 of 3 aborts the job: code=3: Abort was called");
    }
}
