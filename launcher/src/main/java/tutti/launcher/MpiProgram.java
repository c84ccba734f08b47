package tutti.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Programs for the MPI APIs over Tutti, whose main method runs once for each rank. */
final class MpiProgram {
    /** Runs such a program in each JVM; in a jar that is on the program's class path. */
    static final String STARTER = "tutti.mpi.MpiMain";

    private MpiProgram() {}

    /** Returns whether a program's class path has an MPI API. */
    static boolean isOne(Program program) throws IOException {
        return program.classPath().has(STARTER);
    }

    /**
     * Returns the arguments of the class that runs a program.
     *
     * @param isolated whether ranks of one JVM have classes of their own
     */
    static List<String> arguments(Program program, List<String> arguments, boolean isolated) {
        List<String> all = new ArrayList<>();
        if (isolated) {
            all.add("--isolate");
        }
        all.add(program.mainClass());
        all.addAll(arguments);
        return all;
    }
}
