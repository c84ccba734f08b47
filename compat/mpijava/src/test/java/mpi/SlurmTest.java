package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.messaging.JvmCache;
import tutti.messaging.SlurmCluster;
import tutti.mpi.StartedJvm;

/** Slurm's srun starts a program for MPJ Express, a JVM for each rank. */
class SlurmTest {

    @Test
    void shouldRunOnTwoNodes(@TempDir Path folder) throws Exception {
        assumeTrue(SlurmCluster.missing().isEmpty(), SlurmCluster.missing());
        try (SlurmCluster cluster = SlurmCluster.start(folder)) {
            List<String> command = new ArrayList<>(List.of("srun", "-n", "4", "--nodes=2", "--overcommit"));
            command.add(StartedJvm.JAVA);
            command.addAll(JvmCache.QUICK_START);
            command.add("-Djdk.net.hosts.file=" + cluster.names());
            command.addAll(List.of("-cp", StartedJvm.CLASS_PATH, "programs.Primes", "1000"));
            StartedJvm ended = StartedJvm.command(cluster.environment(), command);

            assertThat(ended.exitCode()).as(ended.output()).isZero();
            assertThat(ended.output()).contains("168 primes below 1000", "in ranks of their own: true");
        }
    }
}
