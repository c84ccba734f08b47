package tutti.examples.pagerank;

import picocli.CommandLine;
import tutti.group.ColGroupMaster;

/** Starts the program; {@link GraphMember} shows how the network is spread, {@link PageRank} what is computed. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exitCode = new CommandLine(new PageRankCommand(args)).execute(ColGroupMaster.programArguments(args));
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
