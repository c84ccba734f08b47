package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.mpi.StartedJvm;

/** Programs are run by {@code tutti run}, a JVM for each rank, or in one; and by themselves. */
class LaunchTest {
    private static final int N = 10;

    private static StartedJvm launch(String program, String options) throws IOException, InterruptedException {
        return StartedJvm.launch(List.of(options.split(" ")), program, "" + N);
    }

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
    @ValueSource(strings = {"-n3", "-n3 --isolate"})
    void shouldEndAllWhenOneAborts(String options) throws Exception {
        StartedJvm ended = launch("programs.Aborting", options);

        assertThat(ended.exitCode()).as(ended.output()).isNotZero();
        assertThat(ended.output()).contains("rank 2 of 3 aborts the job: code=3: abort was called");
    }
}
