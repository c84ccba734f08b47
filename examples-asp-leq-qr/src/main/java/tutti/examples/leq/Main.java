package tutti.examples.leq;

import picocli.CommandLine;
import tutti.group.ColGroupMaster;

/** Starts the linear equation solver. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exitCode = new CommandLine(new LeqCommand(args)).execute(ColGroupMaster.programArguments(args));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
