package tutti.bench;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tools of the MPI libraries that are known, under the names that they have where both are installed. */
enum MpiTools {
    OPEN_MPI("openmpi", "Open MPI (apt install libopenmpi-dev openmpi-bin)", "mpicc", "mpirun") {
        @Override
        List<String> launch(int processes, @Nullable String bindTo) {
            List<String> command = new ArrayList<>(List.of(starter()));
            if ("root".equals(System.getProperty("user.name"))) {
                command.add("--allow-run-as-root");
            }
            command.addAll(List.of("--oversubscribe", "-n", Integer.toString(processes)));
            if (bindTo != null) {
                command.addAll(List.of("--bind-to", bindTo.equals("core") ? "core:overload-allowed" : bindTo));
            }
            return command;
        }

        @Override
        List<String> sharedMemory() {
            return List.of("--mca", "pml", "ob1", "--mca", "btl", "self,vader");
        }

        @Override
        List<String> tcp() {
            return List.of("--mca", "pml", "ob1", "--mca", "btl", "self,tcp", "--mca", "btl_tcp_if_include", "lo");
        }
    },

    MPICH("mpich", "MPICH (apt install libmpich-dev mpich)", "mpicc.mpich", "mpiexec.hydra") {
        @Override
        List<String> launch(int processes, @Nullable String bindTo) {
            List<String> command = new ArrayList<>(List.of(starter(), "-n", Integer.toString(processes)));
            if (bindTo != null) {
                command.addAll(List.of("-bind-to", bindTo));
            }
            return command;
        }

        @Override
        List<String> sharedMemory() {
            return List.of(); // its own, between processes of a host
        }

        @Override
        List<String> tcp() {
            return List.of(
                    "-genv",
                    "MPIR_CVAR_NOLOCAL",
                    "1",
                    "-genv",
                    "UCX_TLS",
                    "self,tcp",
                    "-genv",
                    "UCX_NET_DEVICES",
                    "lo");
        }
    };

    private final String label;
    private final String packages;
    private final String compiler;
    private final String starter;

    MpiTools(String label, String packages, String compiler, String starter) {
        this.label = label;
        this.packages = packages;
        this.compiler = compiler;
        this.starter = starter;
    }

    /** Returns the name of the peer over the library. */
    String label() {
        return label;
    }

    /** Returns the file of its C compiler. */
    String compiler() {
        return tool(compiler);
    }

    /** Returns the file of the tool that starts processes. */
    String starter() {
        return tool(starter);
    }

    /**
     * Returns the beginning of a command that starts processes.
     *
     * @param bindTo what processes are bound to, {@code core} or {@code none}; null: as the library does by itself
     */
    abstract List<String> launch(int processes, @Nullable String bindTo);

    /** Returns options by which processes use shared memory only. */
    abstract List<String> sharedMemory();

    /** Returns options by which processes use TCP only. */
    abstract List<String> tcp();

    /** Returns which tool is missing to run processes, for the sake of what, or null. */
    @Nullable
    String refusalToRun(String purpose) {
        return refusal(purpose, starter);
    }

    /** Returns what is missing to compile and run a program, for the sake of what, or null. */
    @Nullable
    String refusalToCompile(String purpose) {
        String missing = refusal(purpose, compiler, starter);
        return missing != null || hasHeader()
                ? missing
                : "%s needs mpi.h, which %s does not find; install %s".formatted(purpose, compiler, packages);
    }

    /** Distributions have the compiler's script in another package than the header. */
    private boolean hasHeader() {
        try {
            Process compilation = new ProcessBuilder(compiler(), "-E", "-x", "c", "-")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream source = compilation.getOutputStream()) {
                source.write("#include <mpi.h>\n".getBytes(StandardCharsets.US_ASCII));
            }
            return compilation.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns which tool is missing, for the sake of what, or null. */
    @Nullable
    String refusal(String purpose, String... tools) {
        for (String tool : tools) {
            if (find(tool).isEmpty()) {
                return "%s needs %s on the path; install %s".formatted(purpose, tool, packages);
            }
        }
        return null;
    }

    private static String tool(String name) {
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
