package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.messaging.SlurmCluster;
import tutti.mpi.StartedJvm;

/** Slurm's srun starts a program for MPJ Express, a JVM for each rank. */
class SlurmTest {

    @Test
    void shouldRunOnTwoNodes(@TempDir Path folder) throws Exception {
        assumeTrue(SlurmCluster.missing().isEmpty(), SlurmCluster.missing());
        try (SlurmCluster cluster = SlurmCluster.start(folder)) {
            StartedJvm ended = StartedJvm.bySrun(cluster, "programs.Primes", "1000");

            assertThat(ended.exitCode()).as(ended.output()).isZero();
            assertThat(ended.output()).contains("168 primes below 1000", "in ranks of their own: true");
        }
    }
}
