package tutti.examples.kmeans;

import tutti.examples.support.ProgramCommand;

/** Starts the program; {@link KMeans} is the whole parallel part. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new KMeansCommand(args), args);
    }
}
