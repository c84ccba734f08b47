package tutti.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tutti.collectives.Partition;
import tutti.messaging.bootstrap.HostProcessors;

/**
 * The cores of a host to which the processes of a job are bound, as the system numbers them.
 *
 * @param host name of the host, for errors
 * @param taskset path of the command that binds a process; empty if the host has none
 * @param cores those on which the launcher's user may run programs there; empty if the system does not tell
 */
record HostCores(String host, String taskset, List<Integer> cores) {
    /** A script that prints what the host has: the lines that {@link #of} takes. */
    static final String SCRIPT = "echo \"tutti: taskset=$(command -v taskset)\";"
            + " echo \"tutti: cores=$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status 2>/dev/null)\";";

    /** Takes what a host has answered. */
    static HostCores of(String host, String taskset, String list) {
        return new HostCores(
                host, taskset, HostProcessors.parse(list).stream().boxed().toList());
    }

    /** Asks this host. */
    static HostCores ofThis() throws IOException, InterruptedException {
        Path shell = Path.of("/bin/sh");
        if (!Files.isExecutable(shell)) {
            return new HostCores("localhost", "", List.of());
        }
        Process asked = new ProcessBuilder(shell.toString(), "-c", SCRIPT)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Ssh.Answer answer;
        try (var lines = asked.inputReader()) {
            answer = new Ssh.Answer(0, lines.lines().toList(), "");
        }
        asked.waitFor();
        return of("localhost", answer.only("tutti: taskset="), answer.only("tutti: cores="));
    }

    /** Throws if processes can't be bound on this host. */
    HostCores check() throws SiteException {
        if (cores.isEmpty()) {
            throw new SiteException(
                    "cannot bind processes to cores: host=%s: the system is not Linux or does not show /proc; leave --bind-to core out"
                            .formatted(host));
        }
        if (taskset.isEmpty()) {
            throw new SiteException(
                    "cannot bind processes to cores: host=%s: command taskset not found; install util-linux, or leave --bind-to core out"
                            .formatted(host));
        }
        return this;
    }

    /**
     * Returns the cores of a process: an equal share, or one that it has together with others if there are too few.
     *
     * @param index of the process among those of this host
     * @param processes of the job on this host
     */
    List<Integer> share(int index, int processes) {
        if (processes > cores.size()) {
            return List.of(cores.get(index % cores.size()));
        }
        Partition shares = new Partition(cores.size(), processes);
        int first = shares.offset(index);
        return cores.subList(first, first + shares.size(index));
    }

    /** Returns what stands before the command of a process, to bind it. */
    List<String> prefix(int index, int processes) {
        String list = share(index, processes).stream().map(String::valueOf).collect(Collectors.joining(","));
        return List.of(taskset, "-c", list);
    }
}
