package tutti.examples.pagerank;

import tutti.examples.support.ProgramCommand;

/** Starts the program; {@link GraphMember} shows how the network is spread, {@link PageRank} what is computed. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new PageRankCommand(args), args);
    }
}
