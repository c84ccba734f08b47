package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import programs.paper.Asp;
import programs.paper.Heat;
import programs.paper.Leq;
import programs.paper.Qr;
import tutti.mpi.Console;
import tutti.mpi.OldJars;
import tutti.mpi.Rank;
import tutti.mpi.RankJobs;
import tutti.mpi.StartedJvm;

/** The paper's programs, and an exchange of edges, compute what the project's own programs compute, bit by bit. */
@Isolated // reads standard output
class PaperProgramsTest {

    // What the project's own programs print: SameResultsTest has the same.
    private static final String ASP = "f673337527781b22";
    private static final String LEQ = "b3497adcbf77c305";
    private static final String QR = "bc071827f04f85c5";
    private static final String HEAT = "8.799168";

    private static void assertPrintsAlways(String expected, Rank.Program program) throws Exception {
        assertThat(Console.printed(() -> RankJobs.onEachSize(program)))
                .hasSameSizeAs(RankJobs.shapes())
                .allMatch(expected::equals);
    }

    @Test
    void shouldFindShortestPaths() throws Exception {
        assertPrintsAlways("asp: " + ASP, () -> Asp.main(new String[] {"60"}));
    }

    @Test
    void shouldSolveEquations() throws Exception {
        assertPrintsAlways("leq: " + LEQ, () -> Leq.main(new String[] {"30"}));
    }

    @Test
    void shouldFactorise() throws Exception {
        assertPrintsAlways("qr: " + QR, () -> Qr.main(new String[] {"40"}));
    }

    @Test
    void shouldSpreadHeat() throws Exception {
        assertPrintsAlways("mean temperature: " + HEAT, () -> Heat.main(new String[] {"40", "60"}));
    }

    @Tag("nightly")
    @Test
    void shouldRunClassFilesThatWereCompiledAgainstTheOldJar(@TempDir Path folder) throws Exception {
        try (Stream<Path> programs = Files.list(Path.of("src/test/java/programs/paper"))) {
            OldJars.OPEN_MPI.compile(folder, programs.toArray(Path[]::new));
        }
        StartedJvm ended = StartedJvm.launch(List.of("-n2"), folder, "programs.paper.Qr", "40");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("qr: " + QR);
    }
}
