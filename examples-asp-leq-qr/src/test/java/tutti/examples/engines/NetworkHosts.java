package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * Two hosts, n1 and n2, on this one: network namespaces with an sshd in each, on a network with this host.
 *
 * <p>They have this host's files, and folders of their own for what is cached there.
 */
final class NetworkHosts implements AutoCloseable {
    private static final List<String> PROGRAMS = List.of("ip", "ssh", "ssh-keygen", "sshd");
    private static final int LIMIT_SECONDS = 180;

    private final Path folder;
    private final String network;
    private final String bridge;
    private final List<Process> daemons = new ArrayList<>();

    private NetworkHosts(Path folder) {
        this.folder = folder;
        long pid = ProcessHandle.current().pid();
        network = "10.%d.%d.".formatted(200 + pid % 50, pid / 50 % 250);
        bridge = "tutti" + pid;
    }

    /** Says what is missing to play hosts; empty if nothing is. */
    static String missing() throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "only root can play hosts by network namespaces";
        }
        List<String> absent = PROGRAMS.stream()
                .filter(program -> !Running.isInstalled(program))
                .toList();
        if (!absent.isEmpty()) {
            return "sshd or ip is not installed: missing=%s; apt install openssh-server openssh-client iproute2"
                    .formatted(absent);
        }
        String probe = "ttp" + ProcessHandle.current().pid();
        boolean allowed = exitCode("ip", "netns", "add", probe) == 0
                && exitCode("ip", "link", "add", probe, "type", "bridge") == 0;
        exitCode("ip", "link", "del", probe);
        exitCode("ip", "netns", "del", probe);
        return allowed ? "" : "this system allows no network namespaces or bridges";
    }

    static NetworkHosts start(Path folder) throws IOException, InterruptedException {
        NetworkHosts hosts = new NetworkHosts(folder);
        try {
            hosts.startAll();
        } catch (IOException | RuntimeException | AssertionError e) {
            hosts.close();
            throw e;
        }
        return hosts;
    }

    private void startAll() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(Path.of("/run/sshd"));
        for (String key : List.of("host.key", "user.key")) {
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    folder.resolve(key).toString());
        }
        Files.createDirectory(fullDisk());
        // before the hosts are made: they see no later ones
        run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", fullDisk().toString());
        run("ip", "link", "add", bridge, "type", "bridge");
        run("ip", "addr", "add", network + "254/24", "dev", bridge);
        run("ip", "link", "set", bridge, "up");
        StringBuilder known = new StringBuilder();
        StringBuilder configuration = new StringBuilder();
        for (int number : List.of(1, 2)) {
            addHost(number);
            known.append(address(number)).append(' ').append(Files.readString(folder.resolve("host.key.pub")));
            addName("n" + number, number, cache(number), configuration);
        }
        addName("full", 1, fullDisk(), configuration);
        configuration.append("""
            Host *
              User root
              IdentityFile %1$s/user.key
              IdentitiesOnly yes
              UserKnownHostsFile %1$s/known
              GlobalKnownHostsFile /dev/null
            """.formatted(folder));
        Files.writeString(folder.resolve("known"), known);
        Files.writeString(folder.resolve("ssh.config"), configuration);
        for (int number : List.of(1, 2)) {
            Awaitility.await().atMost(LIMIT_SECONDS, TimeUnit.SECONDS).until(() -> answers(address(number)));
        }
    }

    private void addHost(int number) throws IOException, InterruptedException {
        String name = namespace(number);
        String inside = "tt" + number + "-" + ProcessHandle.current().pid();
        run("ip", "netns", "add", name);
        run("ip", "link", "add", inside, "type", "veth", "peer", "name", "eth0", "netns", name);
        run("ip", "link", "set", inside, "master", bridge, "up");
        inside(number, "ip", "addr", "add", address(number) + "/24", "dev", "eth0");
        inside(number, "ip", "link", "set", "eth0", "up");
        inside(number, "ip", "link", "set", "lo", "up");
        Files.createDirectory(cache(number));
        Path sshd = Files.writeString(folder.resolve("sshd" + number), """
            ListenAddress %1$s
            HostKey %2$s/host.key
            AuthorizedKeysFile %2$s/user.key.pub
            PermitRootLogin yes
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PidFile none
            AcceptEnv XDG_CACHE_HOME
            """.formatted(address(number), folder));
        daemons.add(new ProcessBuilder("ip", "netns", "exec", name, "/usr/sbin/sshd", "-D", "-e", "-f", sshd.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd%d.log".formatted(number)).toFile())
                .start());
    }

    private void addName(String name, int number, Path cache, StringBuilder configuration) {
        configuration.append(
                "Host %s%n  HostName %s%n  SetEnv XDG_CACHE_HOME=%s%n".formatted(name, address(number), cache));
    }

    private String namespace(int number) {
        return bridge + "n" + number;
    }

    String address(int number) {
        return network + number;
    }

    /** Returns the folder of a host for what is cached there. */
    Path cache(int number) {
        return folder.resolve("cache" + number);
    }

    /** Returns a folder that holds 64 KiB; the host full, which is n1, caches there. */
    Path fullDisk() {
        return folder.resolve("full");
    }

    /** Returns the ssh command that reaches both. */
    String ssh() {
        return "ssh -F " + folder.resolve("ssh.config");
    }

    /** Returns a command that runs another one on a host, which has a name and shared memory of its own for it. */
    List<String> command(int number, List<String> command) throws IOException {
        Path memory = Files.createDirectories(folder.resolve("memory" + number));
        String own = "hostname n%d && mount --bind %s /dev/shm && exec \"$@\"".formatted(number, memory);
        return Running.command(
                "ip",
                "netns",
                "exec",
                namespace(number),
                "unshare",
                "--mount",
                "--uts",
                "sh",
                "-c",
                own,
                "sh",
                command);
    }

    /** Returns a program that runs commands on a host, as ssh does with a name and a command. */
    Path agent(int number) throws IOException {
        Path agent = Files.writeString(
                folder.resolve("agent" + number), """
                    #!/bin/sh
                    shift
                    exec %s "$*"
                    """.formatted(quoted(command(number, List.of("sh", "-c")))));
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        return agent;
    }

    private static String quoted(List<String> command) {
        return command.stream().map(each -> "'" + each + "'").collect(Collectors.joining(" "));
    }

    /** Runs a command on a host. */
    void inside(int number, String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace(number)));
        all.addAll(List.of(command));
        run(all.toArray(String[]::new));
    }

    /**
     * From now on what the hosts send to each other is lost, which nothing tells them; this host still reaches both.
     */
    void cutLink() throws IOException, InterruptedException {
        for (int number : List.of(1, 2)) {
            String noHost = "02:00:00:00:00:00"; // the bridge brings it to none of them
            inside(
                    number,
                    "ip",
                    "neigh",
                    "replace",
                    address(3 - number),
                    "lladdr",
                    noHost,
                    "dev",
                    "eth0",
                    "nud",
                    "permanent");
        }
    }

    /** Ends {@link #cutLink}. */
    void mendLink() throws IOException, InterruptedException {
        for (int number : List.of(1, 2)) {
            inside(number, "ip", "neigh", "del", address(3 - number), "dev", "eth0");
        }
    }

    private static boolean answers(String address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, 22), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static void run(String... command) throws IOException, InterruptedException {
        try (Running running = Running.start(Map.of(), List.of(command))) {
            assertThat(running.exitCode())
                    .as(String.join(" ", command) + ": " + running.output())
                    .isZero();
        }
    }

    private static int exitCode(String... command) throws IOException, InterruptedException {
        try (Running running = Running.start(Map.of(), List.of(command))) {
            return running.exitCode();
        }
    }

    @Override
    public void close() {
        daemons.forEach(daemon -> {
            daemon.descendants().forEach(ProcessHandle::destroyForcibly);
            daemon.destroyForcibly();
        });
        try {
            for (int number : List.of(1, 2)) {
                exitCode("ip", "netns", "del", namespace(number));
            }
            exitCode("ip", "link", "del", bridge);
            exitCode("umount", fullDisk().toString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
