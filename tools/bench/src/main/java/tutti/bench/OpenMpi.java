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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A C program of ours over Open MPI, compiled when it is first needed; one process for each member. */
final class OpenMpi implements Contender {
    private static final String SOURCE = "openmpi.c";
    private static final String COMPILER = "mpicc";

    private @Nullable Path program;

    @Override
    public String label() {
        return "openmpi";
    }

    @Override
    public String transport(Setup setup) {
        return switch (setup.transport()) {
            case MPI -> "mpi";
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
        String missing = MpiRun.refusal("peer=openmpi", COMPILER, MpiRun.STARTER);
        if (missing != null) {
            return missing;
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
        List<String> command = new ArrayList<>(MpiRun.command(setup.members(), setup.bindTo()));
        if (setup.transport() != Transport.MPI) { // else as the library chooses, as it does for Tutti
            command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", usesTcp(setup) ? "self,tcp" : "self,vader"));
        }
        if (usesTcp(setup)) {
            command.addAll(List.of("--mca", "btl_tcp_if_include", "lo"));
        }
        command.add(program.toString());
        return command;
    }

    private static boolean usesTcp(Setup setup) {
        return setup.transport() == Transport.GRPC;
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
                        MpiRun.tool(COMPILER), "-std=c11", "-O3", "-o", program.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (compiler.waitFor() != 0) {
            throw new BenchException("%s cannot compile the peer openmpi:%n%s".formatted(COMPILER, output));
        }
        return program;
    }
}
