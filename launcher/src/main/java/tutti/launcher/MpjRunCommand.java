package tutti.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tutti mpjrun}: understands the command line of MPJ Express. */
@Command(
        name = MpjRunCommand.NAME,
        description =
                "Runs a program for MPJ Express by a command line of its mpjrun, and says what each option does here.",
        customSynopsis = "tutti mpjrun [-np N] [-dev DEVICE] [-cp PATH] [-machinesfile FILE] [JVM OPTION]..."
                + " (MAIN | -jar FILE) [ARGUMENT...]",
        footer = {
            "",
            "-dev multicore, the default, runs all ranks in one JVM with static fields of their own; niodev, hybdev,",
            "native and others run each in a JVM of its own. The class path need not have an MPI library.",
            "",
            "Example:",
            "  tutti mpjrun -np 4 -dev niodev -cp 'classes:lib/*' Primes 1000"
        })
final class MpjRunCommand implements Callable<Integer> {
    static final String NAME = "mpjrun";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "ARGUMENT", description = "Options of mpjrun, the program, and its arguments.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        MpjRunOptions options = MpjRunOptions.of(arguments);
        PrintWriter err = spec.commandLine().getErr();
        options.notes().forEach(note -> err.println("tutti mpjrun: " + note));
        err.println("tutti mpjrun: tutti " + String.join(" ", options.run()));
        err.flush();
        String[] run = options.run().toArray(String[]::new);
        return TuttiCommand.commandLine(run).execute(run);
    }
}
