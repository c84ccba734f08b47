package tutti.examples.leq;

import tutti.examples.support.ProgramCommand;

/** Starts the linear equation solver. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new LeqCommand(args), args);
    }
}
