package tutti.group.growth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        String master = host + ":" + freePort();
        int size = spawn.commands().size();
        try {
            for (int index = 0; index < size; index++) {
                ProcessBuilder builder = new ProcessBuilder(spawn.commands().get(index));
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
                started.children.add(new ChildProcess(index, builder));
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.destroy();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
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

    void destroy() {
        children.forEach(ChildProcess::destroy);
    }
}
