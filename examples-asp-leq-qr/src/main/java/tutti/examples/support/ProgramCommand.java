package tutti.examples.support;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.group.ColGroupMaster;

/** The command line of an example: what all of them have in common. */
public abstract class ProgramCommand implements Callable<Integer> {
    /** Exit code of a program that failed, or found something wrong. */
    protected static final int WRONG = 1;
    /** Exit code of a program that cannot use its input. */
    protected static final int UNUSABLE = 2;

    private final String program;
    private final String[] jobArguments;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.",
            order = 104)
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private volatile boolean inputRefused;

    /**
     * Creates the command.
     *
     * @param program the name of the program, with which complaints begin
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    protected ProgramCommand(String program, String... jobArguments) {
        this.program = program;
        this.jobArguments = jobArguments.clone();
    }

    /** Runs a program, and ends this JVM unless all went well. */
    public static void run(ProgramCommand command, String... arguments) {
        int exitCode = new CommandLine(command).execute(ColGroupMaster.programArguments(arguments));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** Reads or makes the input. */
    @FunctionalInterface
    protected interface Input<I> {
        /** Returns the input, or says in a sentence why it cannot be used. */
        I read() throws InputException;
    }

    /** Returns the master of this process, to be closed. */
    protected final ColGroupMaster master() {
        return new ColGroupMaster(jobArguments); // communication (set-up)
    }

    /** Returns the program's name. */
    protected final String program() {
        return program;
    }

    /** Returns where results are printed. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Says what is wrong, in a sentence. */
    protected final void complain(@Nullable String message) {
        spec.commandLine().getErr().println(program + ": " + message);
    }

    /** Returns what reads the input once, for rank 0, however many ask; null if it is refused, with a complaint. */
    protected final <I> Supplier<@Nullable I> once(Input<I> input) {
        return new Supplier<>() {
            private @Nullable I read;

            @Override
            public synchronized @Nullable I get() {
                try {
                    if (read == null && !inputRefused) {
                        read = input.read();
                    }
                } catch (InputException e) {
                    complain(e.getMessage());
                    inputRefused = true;
                }
                return read;
            }
        };
    }

    /** Returns the exit code of a process that has no result: the input was refused here, or others have the result. */
    protected final int exitCodeWithoutResult() {
        return inputRefused ? UNUSABLE : 0;
    }

    /** Complains of an input that every process has read, and returns the exit code. */
    protected final int refused(InputException refusal, ColGroupMaster master) {
        if (master.process() == 0) {
            complain(refusal.getMessage());
        }
        return UNUSABLE;
    }
}
