package tutti.examples.qr;

import picocli.CommandLine;
import tutti.group.ColGroupMaster;

/** Starts the QR factorisation. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exitCode = new CommandLine(new QrCommand(args)).execute(ColGroupMaster.programArguments(args));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
