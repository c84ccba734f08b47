package tutti.group;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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

    private SpawnCommand(List<String> line) {
        this.line = List.copyOf(line);
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
        return new SpawnCommand(line);
    }

    /** Runs any command that starts one JVM with a program of Tutti; children learn their job by their environment. */
    public static SpawnCommand of(String command, String... arguments) {
        return new SpawnCommand(
                Stream.concat(Stream.of(command), Stream.of(arguments)).toList());
    }

    List<String> line() {
        return line;
    }

    /** Returns the command and its arguments. */
    @Override
    public String toString() {
        return String.join(" ", line);
    }
}
