package tutti.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the commands of Tutti's jobs over an MPI library: its launcher starts the JVMs. */
final class MpiJob {
    private MpiJob() {}

    /** Returns a command that runs a class from where it was loaded. */
    static List<String> command(
            MpiTools tools,
            Class<?> program,
            int members,
            int jvms,
            @Nullable String bindTo,
            List<String> jvmOptions,
            String... arguments) {
        String classPath = Stream.of(
                        System.getProperty("java.class.path"),
                        JavaJob.place(program).toString(),
                        devices())
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
        return command(tools, program.getName(), classPath, members, jvms, bindTo, jvmOptions, arguments);
    }

    /** Returns a command that runs a class, by name, from a class path. */
    static List<String> command(
            MpiTools tools,
            String program,
            String classPath,
            int members,
            int jvms,
            @Nullable String bindTo,
            List<String> jvmOptions,
            String... arguments) {
        List<String> command = new ArrayList<>(tools.launch(jvms, bindTo));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, program, "--tutti-members=" + members));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the class path of the devices; empty in a build under way, where the JVM's own has them. */
    static String devices() {
        try {
            return PeerJars.besideThisModule("devices").stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
