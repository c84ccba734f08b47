package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.examples.Programs;

/**
 * Two hosts with two JVMs each, of two members each: members of a JVM meet in its memory, JVMs of a host in shared
 * memory, and hosts over gRPC or MPI, in one job.
 */
class HybridTest extends OnNetworkHosts {
    private static final String MEMBERS = "8";
    private static final String ALL_MET = "met: [1, 2, 3, 4, 5, 6, 7]";

    @Test
    void shouldReceiveFromAnyMemberOverMemorySharedMemoryAndGrpc() throws Exception {
        String master = master();
        List<Running> jvms = new ArrayList<>();
        try {
            for (int rank = 0; rank < 4; rank++) {
                Map<String, String> environment = Map.of(
                        "TUTTI_RANK",
                        Integer.toString(rank),
                        "TUTTI_SIZE",
                        "4",
                        "TUTTI_MASTER",
                        master,
                        "TUTTI_SECRET_FILE",
                        secret());
                jvms.add(Running.start(
                        environment, hosts.command(1 + rank / 2, meeting(Running.cached(Meeting.class)))));
            }
            for (Running jvm : jvms) {
                assertThat(jvm.exitCode()).as(jvm.output()).isZero();
                assertThat(jvm.output()).contains("used: [shared memory]").doesNotContain("refused");
            }
            assertThat(jvms.getFirst().output()).contains(ALL_MET);
        } finally {
            jvms.forEach(Running::close);
        }
    }

    @Tag("nightly")
    @Test
    void shouldReceiveFromAnyMemberOverMemorySharedMemoryAndMpi() throws Exception {
        assumeTrue(Running.isInstalled("orterun"), "Open MPI is not installed: apt install openmpi-bin");
        List<String> launcher = List.of(
                "orterun",
                "--allow-run-as-root",
                "--mca",
                "plm_rsh_agent",
                hosts.agent(2).toString(),
                "--mca",
                "oob_tcp_if_include",
                "eth0",
                "--mca",
                "btl",
                "self,tcp",
                "--mca",
                "btl_tcp_if_include",
                "eth0",
                "--bind-to",
                "none",
                "--host",
                "%s:2,%s:2".formatted(hosts.address(1), hosts.address(2)),
                "-n",
                "4",
                "-x",
                "TUTTI_MASTER=" + master(),
                "-x",
                "TUTTI_SECRET_FILE=" + secret());
        try (Running job = Running.start(
                Map.of(), hosts.command(1, Running.command(launcher, meeting(overMpi()), "--tutti-device=mpi")))) {
            assertAllMetOverMpi(job);
        }
    }

    @Tag("nightly")
    @Test
    void shouldReceiveFromAnyMemberOverMemorySharedMemoryAndMpich() throws Exception {
        assumeTrue(Running.isInstalled("mpiexec.hydra"), "MPICH's launcher is not installed: apt install mpich");
        List<String> launcher = List.of(
                "mpiexec.hydra",
                "-launcher",
                "rsh",
                "-launcher-exec",
                hosts.agent(2).toString(),
                "-iface",
                "eth0",
                "-genv",
                "UCX_TLS",
                "self,tcp",
                "-genv",
                "UCX_NET_DEVICES",
                "eth0",
                "-genv",
                "MPIR_CVAR_NOLOCAL",
                "1",
                "-hosts",
                "%s:2,%s:2".formatted(hosts.address(1), hosts.address(2)),
                "-n",
                "4",
                "-genv",
                "TUTTI_MASTER",
                master(),
                "-genv",
                "TUTTI_SECRET_FILE",
                secret());
        try (Running job = Running.start(
                Map.of(), hosts.command(1, Running.command(launcher, meeting(overMpi()), "--tutti-device=auto")))) {
            assertAllMetOverMpi(job);
        }
    }

    private static void assertAllMetOverMpi(Running job) throws InterruptedException {
        assertThat(job.exitCode()).as(job.output()).isZero();
        assertThat(job.output()).contains(ALL_MET).doesNotContain("refused");
        assertThat(job.output().lines().filter("used: [MPI, shared memory]"::equals))
                .as(job.output())
                .hasSize(4);
    }

    private static List<String> meeting(List<String> java) {
        return Running.command(java, MEMBERS, Meeting.rounds(), "--tutti-members=" + MEMBERS);
    }

    /** Returns a command without the cache, which a JVM that may call native code does not take. */
    private static List<String> overMpi() {
        return Running.command(
                Programs.JAVA,
                Running.SMALL,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Meeting.class.getName());
    }

    private static String secret() throws IOException {
        Path file = folder.resolve("secret");
        if (Files.notExists(file)) {
            Files.writeString(file, "a secret of this test, and of no other");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return file.toString();
    }

    private static String master() throws IOException {
        try (ServerSocket probe = new ServerSocket(0)) {
            return hosts.address(1) + ":" + probe.getLocalPort();
        }
    }
}
