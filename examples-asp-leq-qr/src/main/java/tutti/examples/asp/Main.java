package tutti.examples.asp;

import tutti.examples.support.ProgramCommand;

/** Starts the all-pairs shortest paths program; {@link AspCommand} has what Figure 2 of the paper shows. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new AspCommand(args), args);
    }
}
