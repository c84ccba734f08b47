package tutti.examples.matrix;

import picocli.CommandLine;
import tutti.group.ColGroupMaster;

/** Starts the benchmark of scattering and gathering matrices. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exitCode = new CommandLine(new MatrixCommand(args)).execute(ColGroupMaster.programArguments(args));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
