package tutti.launcher;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.launcher.JobJars.Jar;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.SecretFile;

/**
 * JVMs run on hosts that are reached by ssh, an even share on each, in the order of the hosts.
 *
 * <p>Each is the child of a shell there, and ends when the connection does. The job's secret goes there through the
 * connection.
 */
final class OtherHosts implements Site {
    private final JobPlan plan;
    private final List<Ssh> hosts;
    private List<Jar> jars = List.of();
    private Map<String, RemoteHost> ready = Map.of(); // by host as the user named it
    private JobPlan.@Nullable Meeting meeting;
    private String secret = "";

    /** Takes the hosts as the user gave them; one that is named twice gets two shares. */
    OtherHosts(JobPlan plan, List<Ssh> hosts) {
        this.plan = plan;
        this.hosts = List.copyOf(hosts);
    }

    @Override
    public void prepare() throws IOException, InterruptedException {
        Path temporary = Files.createTempDirectory("tutti-classes-");
        try {
            jars = JobJars.of(plan.classPath(), temporary);
            ready = onEach(hosts, ssh -> RemoteHost.prepare(ssh, jars));
        } finally {
            delete(temporary);
        }
        if (plan.bindTo() == BindTo.core) {
            for (RemoteHost host : ready.values()) {
                host.cores().check();
            }
        }
        secret = SecretFile.newText();
        if (plan.jvms() > 1) {
            meeting = new JobPlan.Meeting(address() + ":" + FreePorts.any(), null);
        }
    }

    /** Returns the address of process 0's host, by which the others are to reach it. */
    private String address() throws IOException {
        RemoteHost first = hostOf(0);
        String address = first.address();
        boolean loopback = InetAddress.getByName(address).isLoopbackAddress();
        if (loopback && ready.values().stream().anyMatch(host -> !host.address().equals(address))) {
            throw new SiteException(
                    "host of process 0 is reached over loopback, other hosts are not: host=%s address=%s; name it by an address that the others reach"
                            .formatted(first.ssh().hostName(), address));
        }
        return address.contains(":") ? "[" + address + "]" : address;
    }

    private RemoteHost hostOf(int process) {
        Partition shares = new Partition(plan.jvms(), hosts.size());
        RemoteHost host = ready.get(hosts.get(shares.owner(process)).host());
        if (host == null) {
            throw new IllegalStateException("not prepared: process=" + process);
        }
        return host;
    }

    /** A host that is named twice has the processes of both shares. */
    private List<Integer> processesOf(RemoteHost host) {
        return IntStream.range(0, plan.jvms())
                .filter(process -> hostOf(process).equals(host))
                .boxed()
                .toList();
    }

    @Override
    public JobProcess start(int index) throws IOException {
        RemoteHost host = hostOf(index);
        Process process = host.ssh().running(script(index, host)).start();
        RemoteJvm jvm = new RemoteJvm(process, host.ssh());
        JobProcess started = new JobProcess(index, host.ssh().hostName(), process, jvm);
        started.show(jvm.output());
        DataOutputStream in = new DataOutputStream(process.getOutputStream());
        Thread.ofPlatform().daemon().name("tutti-in-" + index).start(() -> feed(in, index == 0));
        return started;
    }

    /**
     * Runs the JVM as a child, so that its end is known also when a signal ended it; the secret is the first line of
     * the input.
     */
    private String script(int index, RemoteHost host) {
        StringBuilder script =
                new StringBuilder("trap : HUP INT TERM; IFS= read -r TUTTI_SECRET || exit 1; export TUTTI_SECRET;");
        HostCores bound = plan.bindTo() == BindTo.core ? host.cores() : null;
        Map<String, String> variables = new TreeMap<>(System.getenv());
        variables.keySet().removeIf(name -> !JobPlan.isSetting(name));
        variables.putAll(plan.variables(index, meeting));
        variables.forEach((name, value) -> script.append(" export ")
                .append(name)
                .append('=')
                .append(Shell.quote(value))
                .append(';'));
        List<String> command = new ArrayList<>();
        if (bound != null) {
            List<Integer> there = processesOf(host);
            command.addAll(bound.prefix(there.indexOf(index), there.size()));
        }
        command.add(host.java());
        command.addAll(plan.jvmOptions());
        command.addAll(List.of("-cp", host.classPath(jars), TuttiProcess.class.getName(), plan.place(index)));
        List<String> program = new ArrayList<>(List.of(plan.mainClass()));
        program.addAll(plan.arguments());
        return script.append(" cd ")
                .append(Shell.quote(Path.of("").toAbsolutePath().toString()))
                .append(" 2>/dev/null; echo \"")
                .append(RemoteJvm.STARTED)
                .append("$$\"; ")
                .append(Shell.quote(command))
                .append(' ')
                .append(TuttiProcess.REMOTE)
                .append(' ')
                .append(Shell.quote(program))
                .append("; exit $?")
                .toString();
    }

    /** Stays open at the end of the input: that it is closed tells the JVM that the launcher is gone. */
    private void feed(DataOutputStream out, boolean withInput) {
        try {
            out.writeBytes(secret + "\n");
            out.flush(); // the JVM starts with it, and input may never come
            byte[] chunk = new byte[1 << 16];
            int length = withInput ? System.in.read(chunk) : -1;
            while (length >= 0) {
                RemoteInput.write(out, chunk, length);
                length = System.in.read(chunk);
            }
            RemoteInput.write(out, chunk, 0);
        } catch (IOException closed) {
            // The process has ended, and no one reads on.
        }
    }

    @Override
    public void close() {
        // Nothing is left there but jars, for the next job.
    }

    /** What is done with a host. */
    interface Task<T> {
        T apply(Ssh ssh) throws IOException, InterruptedException;
    }

    /** Does it with all hosts at once, and throws what failed first in their order. */
    static <T> Map<String, T> onEach(List<Ssh> hosts, Task<T> task) throws IOException, InterruptedException {
        Map<String, Future<T>> results = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Ssh ssh : hosts) {
                if (!results.containsKey(ssh.host())) {
                    Callable<T> call = () -> task.apply(ssh);
                    results.put(ssh.host(), threads.submit(call));
                }
            }
        }
        Map<String, T> all = new LinkedHashMap<>();
        for (Map.Entry<String, Future<T>> result : results.entrySet()) {
            try {
                all.put(result.getKey(), result.getValue().get());
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
            }
        }
        return all;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            files.forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        Files.delete(folder);
    }
}
