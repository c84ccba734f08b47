package tutti.jgf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import programs.jgf.JavaGrande;
import tutti.mpi.OldJars;
import tutti.mpi.RankJobs;
import tutti.mpi.StartedJvm;

/** The benchmarks as they are written for mpiJava run over its API, and their results are valid. */
class MpiJavaTest {

    @Test
    void shouldMeasureOperationsOnArrays() {
        RankJobs.onEachSize(() -> JavaGrande.main(new String[] {"section1"}));
    }

    @Test
    void shouldComputeKernels() {
        RankJobs.onEachSize(() -> JavaGrande.main(new String[] {"section2"}));
    }

    @Test
    void shouldComputeApplications() {
        RankJobs.run(1, 3, code -> {}, () -> JavaGrande.main(new String[] {"section3"}));
        RankJobs.run(2, 4, code -> {}, () -> JavaGrande.main(new String[] {"section3"}));
    }

    @Test
    void shouldRunClassFilesThatWereCompiledAgainstTheOldJar(@TempDir Path folder) throws Exception {
        try (Stream<Path> programs = Files.list(Path.of("src/test/java/programs/jgf"))) {
            OldJars.MPJ_EXPRESS.compile(folder, programs.toArray(Path[]::new));
        }
        StartedJvm ended = StartedJvm.launch(List.of("-n2"), folder, "programs.jgf.JavaGrande", "section2");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("Series", "Crypt", "LUFact", "SparseMatmult", "SOR");
        assertThat(ended.output().lines().filter(line -> line.contains(": valid")))
                .hasSize(5);
    }
}
