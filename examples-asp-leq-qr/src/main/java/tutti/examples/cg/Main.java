package tutti.examples.cg;

import tutti.examples.support.ProgramCommand;

/** Starts the solver; {@link ConjugateGradients} is the whole parallel program. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProgramCommand.run(new CgCommand(args), args);
    }
}
