package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tutti.messaging.bootstrap.FreePorts;

/** Slurm on this host, which plays two nodes, n1 and n2. */
public final class SlurmCluster implements AutoCloseable {
    private static final List<String> PROGRAMS = List.of("munged", "slurmctld", "slurmd", "srun", "sinfo", "scancel");
    private static final int LIMIT_SECONDS = 180;

    /** The ports of a job that Slurm starts lie side by side, one for each of its steps. */
    private static final int PORTS_OF_JOB = 31;

    private static final int PORTS = 5 * PORTS_OF_JOB; // at least four whole jobs

    private final Path folder;
    private final Path configuration;
    private final Deque<Process> daemons = new ArrayDeque<>();

    private SlurmCluster(Path folder) {
        this.folder = folder;
        configuration = folder.resolve("slurm.conf");
    }

    /** Says what is missing to play a cluster; empty if nothing is. */
    public static String missing() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "only root can play a cluster of Slurm";
        }
        List<String> absent =
                PROGRAMS.stream().filter(program -> !isInstalled(program)).toList();
        return absent.isEmpty()
                ? ""
                : "Slurm is not installed: missing=%s; apt install slurmctld slurmd slurm-client munge"
                        .formatted(absent);
    }

    /** Tells whether a program is on the path or in one of the folders of the system's own. */
    private static boolean isInstalled(String program) {
        return Pattern.compile(":")
                .splitAsStream(System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin")
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Starts the daemons, in a folder for all they write. */
    public static SlurmCluster start(Path folder) throws IOException, InterruptedException {
        SlurmCluster cluster = new SlurmCluster(folder);
        try {
            cluster.startAll();
        } catch (IOException | RuntimeException | AssertionError e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void startAll() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x")); // munged looks
        byte[] key = new byte[128];
        new SecureRandom().nextBytes(key);
        Path keyFile = Files.createFile(
                folder.resolve("munge.key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(keyFile, key);
        for (String each : List.of("state", "spool.n1", "spool.n2")) {
            Files.createDirectory(folder.resolve(each));
        }
        Files.writeString(configuration, configuration());
        String address = ownAddress();
        Files.writeString(names(), address + " n1\n" + address + " n2\n");
        daemon(
                "munged",
                "--foreground",
                "--force",
                "--num-threads=1",
                "--key-file=" + keyFile,
                "--socket=" + folder.resolve("munge.socket"),
                "--pid-file=" + folder.resolve("munge.pid"),
                "--log-file=" + folder.resolve("munge.log"),
                "--seed-file=" + folder.resolve("munge.seed"));
        Awaitility.await()
                .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
                .until(() -> Files.exists(folder.resolve("munge.socket")));
        daemon("slurmctld", "-D", "-c");
        daemon("slurmd", "-D", "-N", "n1");
        daemon("slurmd", "-D", "-N", "n2");
        Awaitility.await()
                .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
                .pollInterval(200, TimeUnit.MILLISECONDS)
                .untilAsserted(() -> {
                    assertThat(daemons).allMatch(Process::isAlive);
                    assertThat(run("sinfo", "--noheader", "--format=%t %D")).contains("idle 2");
                });
    }

    private String configuration() throws IOException, InterruptedException {
        String host = run("hostname", "-s");
        return """
            ClusterName=tutti
            SlurmctldHost=%1$s(127.0.0.1)
            SlurmctldPort=%3$d
            FirstJobId=%6$d
            SlurmUser=root
            SlurmdUser=root
            AuthType=auth/munge
            AuthInfo=socket=%2$s/munge.socket
            CryptoType=crypto/munge
            SlurmctldPidFile=%2$s/slurmctld.pid
            SlurmdPidFile=%2$s/slurmd.%%n.pid
            StateSaveLocation=%2$s/state
            SlurmdSpoolDir=%2$s/spool.%%n
            SlurmctldLogFile=%2$s/slurmctld.log
            SlurmdLogFile=%2$s/slurmd.%%n.log
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            MpiDefault=none
            SwitchType=switch/none
            JobAcctGatherType=jobacct_gather/none
            AccountingStorageType=accounting_storage/none
            SlurmdParameters=config_overrides
            KillWait=5
            NodeName=n1 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%4$d CPUs=4
            NodeName=n2 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%5$d CPUs=4
            PartitionName=all Nodes=n1,n2 Default=YES State=UP MaxTime=10
            """.formatted(host, folder, FreePorts.take(), FreePorts.take(), FreePorts.take(), firstJob());
    }

    /** Returns another for each cluster, whose jobs' ports no one has: tests of other modules run meanwhile. */
    private static int firstJob() throws IOException {
        return (FreePorts.take(PORTS) - FreePorts.FIRST) / PORTS_OF_JOB + 1;
    }

    private void daemon(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("daemons.log").toFile());
        builder.environment().putAll(environment());
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
        daemons.push(builder.start());
    }

    /** Returns the variables that lead Slurm's commands here. */
    public Map<String, String> environment() {
        return Map.of("SLURM_CONF", configuration.toString());
    }

    /** Runs one of Slurm's commands to its end, and returns what it prints. */
    public String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as(output).isTrue();
        return output.strip();
    }

    /** Returns a file with the nodes' names and an address of this host, for JVMs: no name server knows n1 and n2. */
    public Path names() {
        return folder.resolve("names");
    }

    /**
     * An address that is not loopback, if this host has one: then the job takes itself for one over hosts. Tests of
     * other modules make networks called tutti, and remove them meanwhile.
     */
    private static String ownAddress() throws IOException {
        return NetworkInterface.networkInterfaces()
                .filter(each -> Stream.of("docker", "tutti").noneMatch(each.getName()::startsWith))
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each.getAddress().length == 4 && !each.isLoopbackAddress())
                .map(each -> each.getHostAddress())
                .findFirst()
                .orElse("127.0.0.1");
    }

    @Override
    public void close() {
        while (!daemons.isEmpty()) {
            Process daemon = daemons.pop();
            daemon.destroy();
            try {
                if (!daemon.waitFor(5, TimeUnit.SECONDS)) {
                    daemon.descendants().forEach(ProcessHandle::destroyForcibly);
                    daemon.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                daemon.destroyForcibly();
            }
        }
    }
}
