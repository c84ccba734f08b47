package tutti.nas;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;
import tutti.messaging.JvmCache;
import tutti.nas.kernel.Check;
import tutti.nas.kernel.Outcome;

/** The command in this JVM. */
record Nas(int exitCode, String out, String err) {
    static {
        JvmCache.startBenchmarksFromIt();
    }

    /** Runs a command line, with jobs in JVMs of their own. */
    static Nas run(String commandLine) {
        return run(new NasCommand(), commandLine);
    }

    /**
     * Runs a command line without jobs: a run of N members takes 8 / N seconds, and twice that the next time.
     *
     * @param actual what each check finds, where 1 is right
     */
    static Nas pretend(double actual, String commandLine) {
        return run(
                new NasCommand((run, options, timeout, outcomes) -> {
                    for (int repeat = 1; repeat <= run.repeats(); repeat++) {
                        List<Check> checks = List.of(new Check("a value", 1, actual, 0.1));
                        outcomes.accept(new Outcome(8.0 * repeat / run.members(), checks));
                    }
                }),
                commandLine);
    }

    private static Nas run(NasCommand command, String commandLine) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        commandLine.isBlank()
                                ? new String[0]
                                : commandLine.strip().split(" +"));
        return new Nas(exitCode, out.toString(), err.toString());
    }
}
