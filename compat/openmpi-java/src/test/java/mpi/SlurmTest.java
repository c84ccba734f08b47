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

/** Slurm's srun starts a program for Open MPI's Java bindings, a JVM for each rank. */
class SlurmTest {

    @Test
    void shouldRunOnTwoNodes(@TempDir Path folder) throws Exception {
        assumeTrue(SlurmCluster.missing().isEmpty(), SlurmCluster.missing());
        try (SlurmCluster cluster = SlurmCluster.start(folder)) {
            List<String> command = new ArrayList<>(List.of("srun", "-n", "4", "--nodes=2", "--overcommit"));
            command.add(StartedJvm.JAVA);
            command.addAll(JvmCache.QUICK_START);
            command.add("-Djdk.net.hosts.file=" + cluster.names());
            command.addAll(List.of("-cp", StartedJvm.CLASS_PATH, "programs.Pi", "10"));
            StartedJvm ended = StartedJvm.command(cluster.environment(), command);

            assertThat(ended.exitCode()).as(ended.output()).isZero();
            assertThat(ended.output())
                    .contains("3 of 10 rectangles here, pi is about 3.14242598", "rank 1: 3", "rank 2: 2", "rank 3: 2");
        }
    }
}
