package tutti.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        List<String> command = new ArrayList<>(tools.launch(jvms, bindTo));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath(program), program.getName(), "--tutti-members=" + members));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String classPath(Class<?> program) {
        List<String> entries = new ArrayList<>(List.of(System.getProperty("java.class.path")));
        entries.add(JavaJob.place(program).toString());
        try {
            PeerJars.besideThisModule("devices").forEach(jar -> entries.add(jar.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return String.join(File.pathSeparator, entries);
    }
}
