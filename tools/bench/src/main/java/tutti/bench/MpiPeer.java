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
import org.jspecify.annotations.Nullable;

/** A C program of ours over an MPI library, compiled when it is first needed; one process for each member. */
final class MpiPeer implements Contender {
    private static final String SOURCE = "mpi.c";

    private final MpiTools tools;
    private @Nullable Path program;

    MpiPeer(MpiTools tools) {
        this.tools = tools;
    }

    @Override
    public String label() {
        return tools.label();
    }

    @Override
    public String transport(Setup setup) {
        return switch (setup.transport()) {
            case MPI, MPICH -> setup.transport().toString();
            case GRPC -> "tcp";
            case LOCAL, SHARED_MEMORY -> "shared-memory";
        };
    }

    @Override
    public int processes(Setup setup) {
        return setup.members();
    }

    @Override
    public @Nullable String refusal(Benchmark benchmark, Setup setup) {
        String missing = tools.refusalToCompile("peer=" + label());
        if (missing != null) {
            return missing;
        }
        MpiTools ofTutti = setup.transport().mpi();
        if (ofTutti != null && ofTutti != tools) {
            return "another MPI library than Tutti's: peer=%s transport=%s; choose --peer %s or --transport %s"
                    .formatted(label(), setup.transport(), ofTutti.label(), Transport.over(tools));
        }
        return Refusals.unless(
                this,
                benchmark,
                EnumSet.complementOf(EnumSet.of(
                        Benchmark.VARHANDLE_ADD,
                        Benchmark.TASKS_BY_COUNTER,
                        Benchmark.TASKS_BY_MASTER,
                        Benchmark.IALLREDUCE_PERSISTENT)),
                setup.payload(),
                PayloadKind.SAME_BYTES);
    }

    @Override
    public List<String> command(Setup setup) throws IOException, InterruptedException {
        if (program == null) {
            program = compile();
        }
        List<String> command = new ArrayList<>(tools.launch(setup.members(), setup.bindTo()));
        if (setup.transport().mpi() == null) { // else as the library chooses, as it does for Tutti
            command.addAll(setup.transport() == Transport.GRPC ? tools.tcp() : tools.sharedMemory());
        }
        command.add(program.toString());
        return command;
    }

    /** Returns the program's file, which is removed when this JVM ends. */
    private Path compile() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tutti-bench");
        Path source = folder.resolve(SOURCE);
        Path program = folder.resolve(label());
        folder.toFile().deleteOnExit();
        source.toFile().deleteOnExit();
        program.toFile().deleteOnExit();
        try (InputStream in = Objects.requireNonNull(MpiPeer.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(in, source);
        }
        Process compiler = new ProcessBuilder(
                        tools.compiler(), "-std=c11", "-O3", "-o", program.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (compiler.waitFor() != 0) {
            throw new BenchException("%s cannot compile the peer %s:%n%s".formatted(tools.compiler(), label(), output));
        }
        return program;
    }
}
