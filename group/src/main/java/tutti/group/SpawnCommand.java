package tutti.group;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.Spawn;
import tutti.group.launch.SshCommand;

/**
 * How {@link Intercommunicator#spawn} starts a JVM.
 *
 * {@snippet :
 * Intercommunicator workers = Intercommunicator.spawn(world, 4, SpawnCommand.java("my.Worker", "input.txt"), 0);
 * }
 *
 * <p>Immutable.
 */
public final class SpawnCommand {
    /** Options of this JVM that another beside it must not have: agents, ports, files that it writes. */
    private static final List<String> OF_ONE_JVM = List.of(
            "-agentlib",
            "-agentpath",
            "-javaagent",
            "-Xrunjdwp",
            "-Xlog:gc",
            "-XX:StartFlightRecording",
            "-XX:AOTCacheOutput",
            "-XX:AOTConfiguration",
            "-XX:AOTMode",
            "-XX:ArchiveClassesAtExit",
            "-Dcom.sun.management.jmxremote.port");

    private final List<String> line;
    private final @Nullable SshCommand ssh;

    private SpawnCommand(List<String> line, @Nullable SshCommand ssh) {
        this.line = List.copyOf(line);
        this.ssh = ssh;
    }

    /**
     * Runs a class as this JVM runs its own: with the same Java, class path and options.
     *
     * @param mainClass its name
     * @param arguments of its main method
     */
    public static SpawnCommand java(String mainClass, String... arguments) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> OF_ONE_JVM.stream().noneMatch(option::startsWith))
                .forEach(line::add);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        line.addAll(List.of(arguments));
        return new SpawnCommand(line, null);
    }

    /** Runs any command that starts one JVM with a program of Tutti; children learn their job by their environment. */
    public static SpawnCommand of(String command, String... arguments) {
        return new SpawnCommand(
                Stream.concat(Stream.of(command), Stream.of(arguments)).toList(), null);
    }

    /**
     * Returns the same command for another host, which is reached by ssh without a password.
     *
     * <p>Programs, Java and the class path must be there at the same places, and the job must be reached from there, so
     * it can't be one on loopback. The child gets the settings of the root's process, not all of its environment.
     *
     * @param host as ssh takes it, such as user@name; other processes must find the name, too
     * @param sshCommand the ssh command and its options; {@code ssh} if none is given
     */
    public SpawnCommand onHost(String host, String... sshCommand) {
        if (host.isBlank() || host.startsWith("-")) {
            throw new IllegalArgumentException("not a host: host=[%s]; pass a name or user@name".formatted(host));
        }
        return new SpawnCommand(
                line, new SshCommand(sshCommand.length == 0 ? List.of("ssh") : List.of(sshCommand), host.strip()));
    }

    Spawn.Command command() {
        return new Spawn.Command(line, ssh);
    }

    /** Returns the command and its arguments, and the host if it is not that of the root. */
    @Override
    public String toString() {
        return String.join(" ", line) + (ssh == null ? "" : " on " + ssh.host());
    }
}
