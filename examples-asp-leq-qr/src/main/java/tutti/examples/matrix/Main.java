package tutti.examples.matrix;

import tutti.examples.support.ProgramCommand;

/** Starts the benchmark of scattering and gathering matrices. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new MatrixCommand(args), args);
    }
}
