package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.JvmCache;
import tutti.messaging.NightlySource;
import tutti.mpi.OldJars;
import tutti.mpi.StartedJvm;

/** Programs are run by {@code tutti run}, a JVM for each rank, or in one; and by themselves. */
class LaunchTest {
    private static final int N = 1000; // below which there are 168 primes

    private static StartedJvm launch(String program, String options) throws IOException, InterruptedException {
        return StartedJvm.launch(List.of(options.split(" ")), program, "" + N);
    }

    @ParameterizedTest
    @ValueSource(strings = "-n3 --isolate --jvms=2")
    @NightlySource({"-n3", "-n3 --isolate"})
    void shouldGiveEachRankStaticsOfItsOwn(String options) throws Exception {
        StartedJvm ended = launch("programs.Primes", options);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("168 primes below 1000", "in ranks of their own: true");
    }

    @Test
    void shouldRunRanksInOneJvmWithCommonStatics() throws Exception {
        StartedJvm ended = launch("programs.Primes", "-n3 --jvms=1");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("168 primes below 1000", "in ranks of their own: false")
                .contains("ranks of one JVM share the program's static fields: fields=[Primes.ranges]; add --isolate");
    }

    @ParameterizedTest
    @ValueSource(strings = "-n3 --isolate")
    @NightlySource("-n3")
    void shouldRunProgramsInIbisSpelling(String options) throws Exception {
        StartedJvm ended = launch("programs.IbisSum", options);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("1 init, sum of ranks: 3");
    }

    @Test
    void shouldRunAloneWithoutALauncher() throws Exception {
        StartedJvm ended = StartedJvm.run("programs.Primes", "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("168 primes below 1000");
    }

    @ParameterizedTest
    @ValueSource(strings = "niodev")
    @NightlySource("multicore")
    void shouldUnderstandMpjrun(String device) throws Exception {
        List<String> command = new ArrayList<>(List.of("mpjrun", "-np", "2", "-dev", device));
        command.addAll(JvmCache.QUICK_START);
        command.addAll(List.of("-cp", StartedJvm.CLASS_PATH, "programs.Primes", "" + N));
        StartedJvm ended = StartedJvm.tutti(command.toArray(String[]::new));

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("tutti mpjrun: -np: -n 2", "168 primes below 1000", "in ranks of their own: true");
    }

    @Test
    void shouldRunClassFilesThatWereCompiledAgainstTheOldJar(@TempDir Path folder) throws Exception {
        OldJars.MPJ_EXPRESS.compile(folder, Path.of("src/test/java/programs/Primes.java"));
        StartedJvm ended = StartedJvm.launchOld(
                MPI.class, "tutti-mpijava", List.of("-n3", "--isolate"), "" + folder, "programs.Primes", "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("168 primes below 1000", "in ranks of their own: true")
                .doesNotContain("the package mpi");
    }

    @Test
    void shouldPrecedeTheOldJar(@TempDir Path folder, @TempDir Path old) throws Exception {
        OldJars.MPJ_EXPRESS.compile(folder, Path.of("src/test/java/programs/Primes.java"));
        OldJars.MPJ_EXPRESS.compileItself(old);
        String classPath = folder + File.pathSeparator + old;
        StartedJvm ended = StartedJvm.launchOld(
                MPI.class, "tutti-mpijava", List.of("-n2", "--isolate"), classPath, "programs.Primes", "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains(
                        "tutti: the package mpi is that of tutti-mpijava, in place of the one in " + old,
                        "168 primes below 1000");
    }

    @ParameterizedTest
    @ValueSource(strings = "-n7 --isolate")
    @NightlySource("-n3")
    void shouldEndAllWhenOneAborts(String options) throws Exception {
        StartedJvm ended = launch("programs.Aborting", options);

        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output())
                .contains("aborts the job: code=3: Abort was called")
                .doesNotContain("System.exit was called");
    }

    @Test
    void shouldCompileASourceFile(@TempDir Path folder) throws Exception {
        StartedJvm ended = StartedJvm.launchSource(MPI.class, "tutti-mpijava", folder, "Rank", "Size");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("rank 0 of 2", "rank 1 of 2");
    }

    /** Starts a program that is written for the other API, whose jar is not there, by itself. */
    private static StartedJvm runAlone(Path folder, String program) throws IOException, InterruptedException {
        List<String> command =
                List.of(StartedJvm.JAVA, "-cp", folder + File.pathSeparator + StartedJvm.CLASS_PATH, program, "10");
        return StartedJvm.command(Map.of(), command);
    }

    @Test
    void shouldSayWhichJarAProgramNeeds(@TempDir Path folder) throws Exception {
        OldJars.OPEN_MPI.compile(folder, Path.of("../openmpi-java/src/test/java/programs/Pi.java"));
        String text =
                "program needs tutti-openmpi-java, because it is for Open MPI's Java bindings, but the class path has"
                        + " tutti-mpijava: program=programs.Pi; take one in place of the other";

        assertThat(StartedJvm.launch(List.of("-n2", "--jvms=1"), folder, "programs.Pi", "10")
                        .output())
                .contains(text);
        StartedJvm ended = runAlone(folder, "programs.Pi");
        assertThat(ended.output()).contains("ERR_OTHER: MPI.Init: " + text);
        assertThat(ended.exitCode()).isNotZero();
    }

    @Test
    void shouldSayWhichOfTwoJarsIsTooMany(@TempDir Path folder) throws Exception {
        OldJars.OPEN_MPI.compileItself(folder);

        StartedJvm ended = StartedJvm.launch(List.of("-n2", "--jvms=1"), folder, "programs.Primes", "10");

        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.output())
                .contains("program needs tutti-mpijava", "has tutti-openmpi-java first", "remove tutti-openmpi-java");
    }
}
