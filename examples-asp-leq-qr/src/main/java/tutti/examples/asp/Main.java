package tutti.examples.asp;

import picocli.CommandLine;
import tutti.group.ColGroupMaster;

/** Starts the all-pairs shortest paths program; {@link AspCommand} has what Figure 2 of the paper shows. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exitCode = new CommandLine(new AspCommand(args)).execute(ColGroupMaster.programArguments(args));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
