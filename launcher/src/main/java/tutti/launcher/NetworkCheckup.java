package tutti.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.launcher.JobJars.Jar;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.JdkDefect;

/** What can be wrong with several hosts, and between them. */
final class NetworkCheckup {
    private static final long MOST_SECONDS_APART = 2;

    private static final String LOOK = "echo \"tutti: clock=$(date +%s)\"; echo \"tutti: own=$(hostname) $(getent"
        + " hosts \"$(hostname)\" | cut -d \" \" -f 1 | head -n 1)\"; echo \"tutti: version=$({java} -version 2>&1 |"
        + " sed -n \"s/.* version .\\([^ \\\"]*\\).*/\\1/p\" | head -n 1)\"";

    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, RemoteHost> ready = new LinkedHashMap<>();

    private final List<Jar> jars;

    private NetworkCheckup(List<Jar> jars) {
        this.jars = jars;
    }

    /** Looks at each host, then lets each connect to each other. */
    static List<Finding> of(List<Ssh> hosts) throws IOException, InterruptedException {
        NetworkCheckup checkup = new NetworkCheckup(jars());
        checkup.look(hosts);
        if (!checkup.ready.isEmpty()) {
            checkup.checkPairs();
        }
        return checkup.findings;
    }

    private void look(List<Ssh> hosts) throws IOException, InterruptedException {
        Map<String, List<Finding>> seen = OtherHosts.onEach(hosts, ssh -> {
            try {
                RemoteHost host = RemoteHost.prepare(ssh, jars);
                synchronized (ready) {
                    ready.put(ssh.host(), host);
                }
                return look(host, hosts.size());
            } catch (SiteException e) {
                return List.of(Finding.problem(String.valueOf(e.getMessage())));
            }
        });
        seen.values().forEach(findings::addAll);
    }

    private static List<Jar> jars() throws IOException {
        Path temporary = Files.createTempDirectory("tutti-classes-");
        temporary.toFile().deleteOnExit();
        List<Jar> jars = JobJars.of(ClassPath.ofProperty("java.class.path"), temporary);
        jars.stream()
                .map(Jar::file)
                .filter(file -> file.startsWith(temporary))
                .forEach(file -> file.toFile().deleteOnExit());
        return jars;
    }

    private static List<Finding> look(RemoteHost host, int hosts) throws IOException, InterruptedException {
        String name = host.ssh().hostName();
        List<Finding> found = new ArrayList<>();
        found.add(Finding.ok("ssh: host=%s address=%s java=%s".formatted(name, host.address(), host.java())));
        long before = System.currentTimeMillis() / 1000;
        Ssh.Answer answer = host.ssh().ask(LOOK.replace("{java}", Shell.quote(host.java())));
        long after = System.currentTimeMillis() / 1000;
        answer.after("tutti: clock=").forEach(clock -> found.add(clock(name, Long.parseLong(clock), before, after)));
        answer.after("tutti: version=").forEach(version -> found.add(version(name, version)));
        answer.after("tutti: own=").forEach(own -> found.add(ownName(name, own)));
        if (hosts > 1 && InetAddress.getByName(host.address()).isLoopbackAddress()) {
            found.add(Finding.problem(
                    "address: host=%s is reached over loopback: address=%s; name it by an address that the others reach"
                            .formatted(name, host.address())));
        }
        return found;
    }

    private static Finding clock(String host, long clock, long before, long after) {
        long apart = clock < before ? clock - before : Math.max(0, clock - after);
        return Math.abs(apart) > MOST_SECONDS_APART
                ? Finding.note(
                        "clock: host=%s differs by seconds=%d, so logs of hosts cannot be compared; run NTP there (apt install chrony)"
                                .formatted(host, apart))
                : Finding.ok("clock: host=%s".formatted(host));
    }

    static Finding version(String host, String version) {
        String defect = JdkDefect.of(Runtime.Version.parse(version), () -> true); // the default collector
        if (defect != null) {
            return Finding.problem("jdk: host=%s: %s".formatted(host, defect));
        }
        return version.equals(System.getProperty("java.version"))
                ? Finding.ok("jdk: host=%s version=%s".formatted(host, version))
                : Finding.note(
                        "jdk: versions differ: host=%s version=%s here=%s; jobs run, but install the same to be safe"
                                .formatted(host, version, System.getProperty("java.version")));
    }

    /** Only jobs that are started by hand or by Slurm use this name. */
    private static Finding ownName(String host, String own) {
        boolean loopback = own.matches("\\S+ (127\\..*|::1)");
        return loopback
                ? Finding.note(
                        "name: host=%s calls itself by a loopback address: [%s]; 'tutti run' does without, for other engines correct its /etc/hosts"
                                .formatted(host, own))
                : Finding.ok("name: host=%s own=[%s]".formatted(host, own));
    }

    private void checkPairs() throws IOException {
        Map<String, Process> probes = new LinkedHashMap<>();
        try {
            StringBuilder targets = new StringBuilder();
            Map<String, BufferedReader> outputs = new LinkedHashMap<>();
            for (Map.Entry<String, RemoteHost> each : ready.entrySet()) {
                RemoteHost host = each.getValue();
                Process probe = host.ssh()
                        .running("exec " + Shell.quote(host.java()) + " -XX:TieredStopAtLevel=1 -cp "
                                + Shell.quote(host.classPath(jars)) + " " + DoctorProbe.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                probes.put(each.getKey(), probe);
                outputs.put(
                        each.getKey(),
                        new BufferedReader(new InputStreamReader(probe.getInputStream(), StandardCharsets.UTF_8)));
            }
            for (Map.Entry<String, BufferedReader> each : outputs.entrySet()) {
                String port = next(each.getValue(), DoctorProbe.PORT);
                RemoteHost host = ready.get(each.getKey());
                if (host != null) {
                    targets.append(host.ssh().hostName() + " " + host.address() + " " + port + "\n");
                }
            }
            for (Process probe : probes.values()) {
                probe.getOutputStream().write((targets + "\n").getBytes(StandardCharsets.UTF_8));
                probe.getOutputStream().flush();
            }
            int reached = 0;
            for (Map.Entry<String, BufferedReader> each : outputs.entrySet()) {
                reached += readPairs(each.getKey(), each.getValue());
            }
            findings.add(Finding.ok("pairs: reached=%d of %d".formatted(reached, ready.size() * ready.size())));
        } finally {
            probes.values().forEach(Process::destroy);
        }
    }

    private int readPairs(String from, BufferedReader lines) throws IOException {
        int reached = 0;
        for (String line = lines.readLine(); line != null && !line.equals(DoctorProbe.DONE); line = lines.readLine()) {
            if (line.startsWith(DoctorProbe.REACHED)) {
                reached++;
            } else if (line.startsWith(DoctorProbe.FAILED)) {
                findings.add(Finding.problem(
                        "pairs: from=%s %s; open the hosts' firewalls to each other, for process 0 ports [%d, %d), for the others those that the system gives"
                                .formatted(
                                        from,
                                        line.substring(DoctorProbe.FAILED.length()),
                                        FreePorts.FIRST,
                                        FreePorts.END_OF_DERIVED)));
            }
        }
        return reached;
    }

    private static String next(BufferedReader lines, String word) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(word)) {
                return line.substring(word.length());
            }
        }
        return "0";
    }
}
