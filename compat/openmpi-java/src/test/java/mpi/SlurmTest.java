package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.messaging.SlurmCluster;
import tutti.mpi.StartedJvm;

/** Slurm's srun starts a program for Open MPI's Java bindings, a JVM for each rank. */
class SlurmTest {

    @Test
    void shouldRunOnTwoNodes(@TempDir Path folder) throws Exception {
        assumeTrue(SlurmCluster.missing().isEmpty(), SlurmCluster.missing());
        try (SlurmCluster cluster = SlurmCluster.start(folder)) {
            StartedJvm ended = StartedJvm.bySrun(cluster, "programs.Pi", "10");

            assertThat(ended.exitCode()).as(ended.output()).isZero();
            assertThat(ended.output())
                    .contains("3 of 10 rectangles here, pi is about 3.14242598", "rank 1: 3", "rank 2: 2", "rank 3: 2");
        }
    }
}
