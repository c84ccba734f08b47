package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.examples.Programs;
import tutti.messaging.JvmCache;
import tutti.messaging.SlurmCluster;

/**
 * However the packaged asp.jar is started, it prints the same checksum; the commands are those that the manual shows.
 */
@Tag("dist")
class SameChecksumTest {
    private static final Path ASP = Path.of("target/dist/asp.jar");
    private static final Path LAUNCHER = Path.of("../launcher/target/dist/lib");

    private static String expected;

    @BeforeAll
    static void runInOneJvm() throws Exception {
        try (Running alone = java(Map.of(), "java", "-jar", ASP)) {
            expected = alone.checksum();
        }
    }

    @Tag("nightly")
    @Test
    void shouldBeThatOfSrun(@TempDir Path folder) throws Exception {
        assumeTrue(SlurmCluster.missing().isEmpty(), SlurmCluster.missing());
        try (SlurmCluster cluster = SlurmCluster.start(folder)) {
            Map<String, String> environment = new HashMap<>(cluster.environment());
            environment.put("JDK_JAVA_OPTIONS", "-Djdk.net.hosts.file=" + cluster.names());
            try (Running job = java(environment, "srun", "-N", 2, "-n", 4, "java", "-jar", ASP)) {
                assertThat(job.checksum()).isEqualTo(expected);
                assertThat(job.output()).contains("members: 4 in 4 processes");
            }
        }
    }

    @Tag("nightly")
    @Test
    void shouldBeThatOfMpirun() throws Exception {
        assumeTrue(Running.isInstalled("orterun"), "Open MPI is not installed: apt install openmpi-bin");
        Map<String, String> asRootOnFewCores = Map.of(
                "OMPI_ALLOW_RUN_AS_ROOT", "1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
                "OMPI_MCA_rmaps_base_oversubscribe", "1");
        try (Running job = java(asRootOnFewCores, "mpirun", "-n", 4, "java", "-jar", ASP)) {
            assertThat(job.checksum()).isEqualTo(expected);
            assertThat(job.output()).contains("members: 4 in 4 processes");
        }
    }

    @Tag("nightly")
    @Test
    void shouldBeThatOfTuttiRunOverHosts(@TempDir Path folder) throws Exception {
        assumeTrue(NetworkHosts.missing().isEmpty(), NetworkHosts.missing());
        try (NetworkHosts hosts = NetworkHosts.start(folder);
                Running job = tutti("run", "--hosts", "n1,n2", "--ssh=" + hosts.ssh(), "-n", 4, "asp")) {
            assertThat(job.checksum()).isEqualTo(expected);
            assertThat(job.output()).contains("[0] members: 4 in 2 processes");
        }
    }

    @Test
    void shouldBeThatOfTuttiRunInSeveralJvms() throws Exception {
        try (Running job = tutti("run", "-n", 4, "--jvms", 2, "asp")) {
            assertThat(job.checksum()).isEqualTo(expected);
            assertThat(job.output()).contains("[0] members: 4 in 2 processes");
        }
    }

    /** Starts the command as the script {@code tutti} does. */
    private static Running tutti(Object... arguments) throws Exception {
        assertThat(LAUNCHER).isDirectory();
        return java(
                Map.of(),
                "java",
                "-Dtutti.examples=" + ASP.resolveSibling("lib").toAbsolutePath() + "/*",
                "-cp",
                LAUNCHER + "/*",
                "tutti.launcher.TuttiCommand",
                Running.command(arguments));
    }

    /** Starts a command for which {@code java} is this JVM's. */
    private static Running java(Map<String, String> environment, Object... command) throws Exception {
        assertThat(Files.exists(ASP)).as("packaged: " + ASP).isTrue();
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", Path.of(Programs.JAVA).getParent() + File.pathSeparator + System.getenv("PATH"));
        all.merge("JDK_JAVA_OPTIONS", String.join(" ", JvmCache.QUICK_START), (given, more) -> given + " " + more);
        return Running.start(all, Running.command(command));
    }
}
