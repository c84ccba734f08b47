package tutti.examples.cg;

import picocli.CommandLine;
import tutti.group.ColGroupMaster;

/** Starts the solver; {@link ConjugateGradients} is the whole parallel program. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exitCode = new CommandLine(new CgCommand(args)).execute(ColGroupMaster.programArguments(args));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
