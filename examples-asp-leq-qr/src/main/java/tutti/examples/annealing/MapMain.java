package tutti.examples.annealing;

import tutti.examples.support.ProgramCommand;

/** Starts the program that makes a map; {@link Scaling} is the whole parallel part. */
public final class MapMain {
    private MapMain() {}

    public static void main(String[] args) {
        ProgramCommand.run(new ScalingCommand(args), args);
    }
}
