package tutti.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tools of Open MPI that this machine has. */
final class MpiRun {
    static final String STARTER = "mpirun";

    private MpiRun() {}

    /** Returns which tool is missing, for the sake of what, or null. */
    static @Nullable String refusal(String purpose, String... tools) {
        for (String tool : tools) {
            if (find(tool).isEmpty()) {
                return "%s needs %s on the path; install Open MPI (apt install libopenmpi-dev openmpi-bin)"
                        .formatted(purpose, tool);
            }
        }
        return null;
    }

    /**
     * Returns the beginning of a command that starts processes.
     *
     * @param bindTo what processes are bound to, {@code core} or {@code none}; null: as mpirun does by itself
     */
    static List<String> command(int processes, @Nullable String bindTo) {
        List<String> command = new ArrayList<>(List.of(tool(STARTER)));
        if (isRoot()) {
            command.add("--allow-run-as-root");
        }
        command.addAll(List.of("--oversubscribe", "-n", Integer.toString(processes)));
        if (bindTo != null) {
            command.addAll(List.of("--bind-to", bindTo.equals("core") ? "core:overload-allowed" : bindTo));
        }
        return command;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Returns the file of a tool. */
    static String tool(String name) {
        return find(name)
                .orElseThrow(() -> new BenchException("no longer on the path: " + name))
                .toString();
    }

    private static Optional<Path> find(String tool) {
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
                .map(folder -> Path.of(folder).resolve(tool))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
