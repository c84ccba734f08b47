package tutti.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A C program of ours over Open MPI, compiled when it is first needed; one process for each member. */
final class OpenMpi implements Contender {
    private static final String SOURCE = "openmpi.c";
    private static final String COMPILER = "mpicc";
    private static final String STARTER = "mpirun";

    private @Nullable Path program;

    @Override
    public String label() {
        return "openmpi";
    }

    @Override
    public String transport(Setup setup) {
        return usesTcp(setup) ? "tcp" : "shared-memory";
    }

    @Override
    public int processes(Setup setup) {
        return setup.members();
    }

    @Override
    public @Nullable String refusal(Benchmark benchmark, Setup setup) {
        for (String tool : List.of(COMPILER, STARTER)) {
            if (find(tool).isEmpty()) {
                return "peer=openmpi needs %s on the path; install Open MPI (apt install libopenmpi-dev openmpi-bin)"
                        .formatted(tool);
            }
        }
        return Refusals.unless(
                this,
                benchmark,
                EnumSet.allOf(Benchmark.class),
                setup.payload(),
                Set.of(PayloadKind.ARRAY, PayloadKind.DIRECT));
    }

    @Override
    public List<String> command(Setup setup) throws IOException, InterruptedException {
        if (program == null) {
            program = compile();
        }
        List<String> command = new ArrayList<>(List.of(tool(STARTER)));
        if (isRoot()) {
            command.add("--allow-run-as-root");
        }
        command.addAll(List.of("--oversubscribe", "-n", Integer.toString(setup.members())));
        if (setup.bindTo() != null) {
            command.addAll(
                    List.of("--bind-to", setup.bindTo().equals("core") ? "core:overload-allowed" : setup.bindTo()));
        }
        command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", usesTcp(setup) ? "self,tcp" : "self,vader"));
        if (usesTcp(setup)) {
            command.addAll(List.of("--mca", "btl_tcp_if_include", "lo"));
        }
        command.add(program.toString());
        return command;
    }

    private static boolean usesTcp(Setup setup) {
        return setup.transport() == Transport.GRPC;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Returns the program's file, which is removed when this JVM ends. */
    private static Path compile() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tutti-bench");
        Path source = folder.resolve(SOURCE);
        Path program = folder.resolve("openmpi");
        folder.toFile().deleteOnExit();
        source.toFile().deleteOnExit();
        program.toFile().deleteOnExit();
        try (InputStream in = Objects.requireNonNull(OpenMpi.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(in, source);
        }
        Process compiler = new ProcessBuilder(
                        tool(COMPILER), "-std=c11", "-O3", "-o", program.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (compiler.waitFor() != 0) {
            throw new BenchException("%s cannot compile the peer openmpi:%n%s".formatted(COMPILER, output));
        }
        return program;
    }

    private static String tool(String name) {
        return find(name)
                .orElseThrow(() -> new BenchException("no longer on the path: " + name))
                .toString();
    }

    private static Optional<Path> find(String tool) {
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(java.io.File.pathSeparator))
                .map(folder -> Path.of(folder).resolve(tool))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
