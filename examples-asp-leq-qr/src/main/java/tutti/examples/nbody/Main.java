package tutti.examples.nbody;

import tutti.examples.support.ProgramCommand;

/** Starts the program; {@link Simulation} is the whole parallel part. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new NBodyCommand(args), args);
    }
}
