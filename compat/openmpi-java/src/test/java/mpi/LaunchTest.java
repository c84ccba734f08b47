package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;
import tutti.mpi.OldJars;
import tutti.mpi.StartedJvm;

/** Programs are run by {@code tutti run}, a JVM for each rank, or in one; and by themselves. */
class LaunchTest {
    private static final int N = 10;

    private static StartedJvm launch(String program, String options) throws IOException, InterruptedException {
        return StartedJvm.launch(List.of(options.split(" ")), program, "" + N);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"-n3", "-n3 --isolate", "-n3 --isolate --jvms=2"})
    void shouldGiveEachRankStaticsOfItsOwn(String options) throws Exception {
        StartedJvm ended = launch("programs.Pi", options);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("4 of 10 rectangles here, pi is about 3.14242598", "rank 1: 3", "rank 2: 3");
    }

    @Test
    void shouldRunRanksInOneJvmWithCommonStatics() throws Exception {
        StartedJvm ended = launch("programs.Pi", "-n3 --jvms=1");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("pi is about 3.14242598", "rank 1: ", "rank 2: ");
    }

    @Test
    void shouldRunAloneWithoutALauncher() throws Exception {
        StartedJvm ended = StartedJvm.run("programs.Pi", "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("10 of 10 rectangles here");
    }

    @ParameterizedTest
    @ValueSource(strings = "-n7 --isolate")
    @NightlySource("-n3")
    void shouldEndAllWhenOneAborts(String options) throws Exception {
        StartedJvm ended = launch("programs.Aborting", options);

        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output())
                .contains("aborts the job: code=3: abort was called")
                .doesNotContain("System.exit was called");
    }

    @Test
    void shouldCompileASourceFile(@TempDir Path folder) throws Exception {
        StartedJvm ended = StartedJvm.launchSource(MPI.class, "tutti-openmpi-java", folder, "getRank", "getSize");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("rank 0 of 2", "rank 1 of 2");
    }

    @Test
    void shouldNameTheMethodsOfTheApiForWhichAProgramIsWritten(@TempDir Path folder) throws Exception {
        StartedJvm ended = StartedJvm.launchSource(MPI.class, "tutti-openmpi-java", folder, "getRank", "Size");

        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output())
                .contains("the API of Open MPI's Java bindings has getSize instead of Size")
                .doesNotContain("in Tutti it is");
    }

    /** Starts a program that is written for the other API, whose jar is not there, by itself. */
    private static StartedJvm runAlone(Path folder, String program) throws IOException, InterruptedException {
        List<String> command =
                List.of(StartedJvm.JAVA, "-cp", folder + File.pathSeparator + StartedJvm.CLASS_PATH, program, "10");
        return StartedJvm.command(Map.of(), command);
    }

    @Test
    void shouldFindTheJarOfClassFilesThatWereCompiledAgainstTheOld(@TempDir Path folder) throws Exception {
        OldJars.OPEN_MPI.compile(folder, Path.of("src/test/java/programs/Pi.java"));
        StartedJvm ended = StartedJvm.launchOld(
                MPI.class, "tutti-openmpi-java", List.of("-n3", "--isolate"), "" + folder, "programs.Pi", "" + N);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("pi is about 3.14");
    }

    @Tag("nightly")
    @Test
    void shouldSayWhichJarAProgramNeeds(@TempDir Path folder) throws Exception {
        OldJars.MPJ_EXPRESS.compile(folder, Path.of("../mpijava/src/test/java/programs/Primes.java"));
        String text = "program needs tutti-mpijava, because it is for MPJ Express or mpiJava, but the class path has"
                + " tutti-openmpi-java: program=programs.Primes; take one in place of the other";

        assertThat(StartedJvm.launch(List.of("-n2", "--jvms=1"), folder, "programs.Primes", "10")
                        .output())
                .contains(text);
        StartedJvm ended = runAlone(folder, "programs.Primes");
        assertThat(ended.output()).contains("ERR_OTHER: MPI.Init: " + text);
        assertThat(ended.exitCode()).isNotZero();
    }

    @Test
    void shouldSayWhichOfTwoJarsIsTooMany(@TempDir Path folder) throws Exception {
        OldJars.MPJ_EXPRESS.compileItself(folder);

        StartedJvm ended = StartedJvm.launch(List.of("-n2", "--jvms=1"), folder, "programs.Pi", "10");

        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.output())
                .contains("program needs tutti-openmpi-java", "has tutti-mpijava first", "remove tutti-mpijava");
    }
}
