package tutti.mpi;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What programs print in this JVM; for tests that run alone in it. */
public final class Console {
    private Console() {}

    /** Runs a program, and returns the lines that it has written to standard output. */
    public static List<String> printed(Rank.Program program) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(console);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
