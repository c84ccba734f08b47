package tutti.examples.kmeans;

import picocli.CommandLine;
import tutti.group.ColGroupMaster;

/** Starts the program; {@link KMeans} is the whole parallel part. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exitCode = new CommandLine(new KMeansCommand(args)).execute(ColGroupMaster.programArguments(args));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
