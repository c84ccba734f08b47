package tutti.examples.annealing;

import tutti.examples.support.ProgramCommand;

/** Starts the program that finds clusters; {@link PairwiseClusters} is the whole parallel part. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new AnnealingCommand(args), args);
    }
}
