package tutti.group.growth;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.SshCommand;
import tutti.messaging.bootstrap.Addresses;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;

/** The processes of a job that a process of another has started. Used by one thread. */
final class ChildProcesses {
    private static final String PREFIX = "TUTTI_";

    /** What says the place of a process in its job, which children must not take for theirs. */
    private static final List<String> OF_A_PLACE = List.of(
            "RANK", "SIZE", "MASTER", "MEMBERS", "CORES", "SERVICE", "HOSTS_FILE", "JOIN", "JOIN_PORT", "SECRET_FILE");

    private final List<ChildProcess> children = new ArrayList<>();

    private ChildProcesses() {}

    /**
     * Starts them.
     *
     * @param job of this process
     * @param host where others reach this one
     * @param port where they call
     * @throws IOException if a command cannot be run; those that were started are ended
     */
    static ChildProcesses start(Spawn spawn, Job job, String host, String port) throws IOException {
        ChildProcesses started = new ChildProcesses();
        for (Spawn.Command command : spawn.commands()) {
            requireReach(command.ssh(), host);
        }
        String master = master(spawn.commands().getFirst().ssh(), host);
        int size = spawn.commands().size();
        try {
            for (int index = 0; index < size; index++) {
                Spawn.Command command = spawn.commands().get(index);
                ProcessBuilder builder = new ProcessBuilder(command.line());
                Map<String, String> environment = builder.environment();
                environment.putAll(spawn.variables());
                OF_A_PLACE.forEach(name -> environment.remove(PREFIX + name));
                environment.put(PREFIX + "RANK", Integer.toString(index));
                environment.put(PREFIX + "SIZE", Integer.toString(size));
                environment.put(PREFIX + "MEMBERS", Integer.toString(size));
                environment.put(PREFIX + "MASTER", master);
                environment.put(PREFIX + "PROVIDER", "settings");
                environment.put(PREFIX + "PARENT", port);
                Secret secret = job.secret();
                if (secret != null) {
                    secret.handTo(environment);
                }
                started.children.add(start(index, command, builder));
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.destroy();
            throw e;
        }
    }

    private static ChildProcess start(int index, Spawn.Command command, ProcessBuilder here) throws IOException {
        SshCommand ssh = command.ssh();
        if (ssh == null) {
            return ChildProcess.here(index, here);
        }
        Map<String, String> environment = here.environment();
        ProcessBuilder there = new ProcessBuilder(ssh.line(RemoteChild.script(command.line(), environment, PREFIX)));
        return ChildProcess.there(index, ssh.hostName(), there, RemoteChild.secret(environment));
    }

    /** Throws unless a child finds its parents, whose host may have a name that is its own there. */
    private static void requireReach(@Nullable SshCommand ssh, String host) throws IOException {
        if (ssh != null
                && InetAddress.getByName(host).isLoopbackAddress()
                && !InetAddress.getByName(ssh.hostName()).isLoopbackAddress()) {
            throw new IOException(
                    "children on another host do not reach a job on loopback: child host=%s, parents host=%s; start the job with TUTTI_MASTER=NAME:PORT of this host, or by tutti run --hosts"
                            .formatted(ssh.hostName(), host));
        }
    }

    /** Returns where the first child listens for the others. */
    private static String master(@Nullable SshCommand ssh, String host) throws IOException {
        String name = ssh == null ? host : ssh.hostName();
        return name + ":" + (ssh == null || Addresses.isOfThisHost(name) ? FreePorts.take() : FreePorts.any());
    }

    boolean areAlive() {
        return children.stream().noneMatch(ChildProcess::hasEnded);
    }

    /** Says of the first that has ended how, or returns null if none has. */
    @Nullable
    String loss() throws InterruptedException {
        for (ChildProcess child : children) {
            if (child.hasEnded()) {
                return child.end();
            }
        }
        return null;
    }

    /** They are connected: from now on they live without this process. */
    void keep() {
        children.forEach(ChildProcess::keep);
    }

    void destroy() {
        children.forEach(ChildProcess::destroy);
    }
}
