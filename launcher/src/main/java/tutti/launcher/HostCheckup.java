package tutti.launcher;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.JdkDefect;
import tutti.messaging.config.SecretFile;

/** What can be wrong with one host. */
final class HostCheckup {
    private static final long LITTLE_BYTES = 64L << 20;

    private HostCheckup() {}

    /** Looks at the host of this JVM. */
    static List<Finding> ofThis() {
        return ofThis(JdkDefect::here);
    }

    static List<Finding> ofThis(Supplier<@Nullable String> jdkDefect) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("jdk: version=%s home=%s processors=%d"
                .formatted(
                        Runtime.version(),
                        System.getProperty("java.home"),
                        Runtime.getRuntime().availableProcessors())));
        String defect = jdkDefect.get();
        if (defect != null) {
            findings.add(Finding.problem("jdk: " + defect));
        }
        findings.add(name());
        findings.addAll(ports());
        findings.add(space(
                "temporary files",
                Path.of(System.getProperty("java.io.tmpdir")),
                "start Java with -Djava.io.tmpdir=FOLDER"));
        Path shared = Path.of("/dev/shm");
        if (Files.isDirectory(shared)) {
            findings.add(
                    space("shared memory", shared, "enlarge it (docker: --shm-size), or set TUTTI_TRANSPORT=grpc"));
        }
        findings.add(secret());
        findings.add(engines());
        return findings;
    }

    private static Finding name() {
        try {
            InetAddress own = InetAddress.getLocalHost();
            return own.isLoopbackAddress()
                    ? Finding.note(
                            "name: host=%s address=%s is loopback; for a job over hosts that you start by hand, give TUTTI_MASTER an address of this host, not its name"
                                    .formatted(own.getHostName(), own.getHostAddress()))
                    : Finding.ok("name: host=%s address=%s".formatted(own.getHostName(), own.getHostAddress()));
        } catch (UnknownHostException e) {
            return Finding.note(
                    "name: this host does not know its own: %s; add it to /etc/hosts, or give addresses instead of names"
                            .formatted(e.getMessage()));
        }
    }

    private static List<Finding> ports() {
        List<Finding> findings = new ArrayList<>();
        try {
            findings.add(Finding.ok("ports: range=[%d, %d) free=%d"
                    .formatted(FreePorts.FIRST, FreePorts.END_OF_DERIVED, FreePorts.take())));
        } catch (IOException e) {
            findings.add(Finding.problem(
                    "ports: %s; end what listens there, or name a port in TUTTI_MASTER".formatted(e.getMessage())));
        }
        Path range = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
        try {
            if (Files.isReadable(range)) {
                int first = firstOf(range);
                if (first < FreePorts.END_OF_DERIVED) {
                    findings.add(Finding.note(
                            "ports: the system gives those from %d on to connections, which may take a job's in [%d, %d); sysctl -w net.ipv4.ip_local_port_range='%d 60999'"
                                    .formatted(
                                            first,
                                            FreePorts.FIRST,
                                            FreePorts.END_OF_DERIVED,
                                            FreePorts.END_OF_DERIVED)));
                }
            }
        } catch (IOException | NumberFormatException e) {
            findings.add(Finding.note("ports: cannot read file=%s: %s".formatted(range, e.getMessage())));
        }
        return findings;
    }

    /** Returns the first number in a file of the kernel, which must be read at once. */
    private static int firstOf(Path file) throws IOException {
        return Integer.parseInt(Files.readAllLines(file).getFirst().strip().split("\\s+", -1)[0]);
    }

    private static Finding space(String what, Path folder, String cure) {
        try {
            Path probe = Files.createTempFile(folder, "tutti-doctor-", "");
            Files.delete(probe);
            long free = Files.getFileStore(folder).getUsableSpace();
            return free < LITTLE_BYTES
                    ? Finding.note("%s: folder=%s free-bytes=%d is little; %s".formatted(what, folder, free, cure))
                    : Finding.ok("%s: folder=%s free-bytes=%d".formatted(what, folder, free));
        } catch (IOException e) {
            return Finding.problem("%s: cannot write: folder=%s: %s; %s".formatted(what, folder, e, cure));
        }
    }

    private static Finding secret() {
        Path file = Path.of(System.getProperty("user.home"), ".tutti", "secret");
        if (!Files.exists(file)) {
            return Finding.ok("secret: file=%s is made by the first job that needs it".formatted(file));
        }
        try {
            SecretFile.read(file);
            return Finding.ok("secret: file=%s".formatted(file));
        } catch (IOException | IllegalArgumentException e) {
            return Finding.problem("secret: %s; or remove the file, to have a new one made".formatted(e.getMessage()));
        }
    }

    private static Finding engines() {
        List<String> found = Stream.of("ssh", "srun", "mpirun", "mpiexec", "kubectl")
                .filter(HostCheckup::isOnPath)
                .toList();
        return Finding.ok("engines: on-path=%s".formatted(found));
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, program)));
    }
}
