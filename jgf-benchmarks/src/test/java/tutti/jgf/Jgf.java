package tutti.jgf;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.SuiteRun;
import tutti.jgf.suite.Timing;
import tutti.messaging.JvmCache;

/** The command in this JVM. */
record Jgf(int exitCode, String out, String err) {
    static {
        JvmCache.startBenchmarksFromIt();
    }

    /** Runs a command line, with jobs in JVMs of their own. */
    static Jgf run(String commandLine) {
        return run(new JgfCommand(), commandLine);
    }

    /**
     * Runs a command line without jobs: a run of N members takes 8 / N seconds.
     *
     * @param actual what each check finds, where 1 is right
     */
    static Jgf pretend(double actual, String commandLine) {
        return run(
                new JgfCommand((run, jvms, options, timeout, listener) -> {
                    for (int repeat = 0; repeat < run.repeats(); repeat++) {
                        listener.outcome(outcome(run, actual));
                    }
                }),
                commandLine);
    }

    private static Outcome outcome(SuiteRun run, double actual) {
        List<Check> checks = List.of(new Check("a value", 1, actual, 0.1));
        double seconds = 8.0 / run.members();
        return run.benchmark().section() == 1
                ? new Outcome(
                        List.of(
                                new Timing("Double", "bytes", 800, seconds, 4),
                                new Timing("Double", "bytes", 1600, seconds, 7),
                                new Timing("Object", "objects", 4, Double.NaN, 4)),
                        checks)
                : Outcome.of(new Timing("Kernel", "things", 1000, seconds), checks);
    }

    private static Jgf run(JgfCommand command, String commandLine) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(commandLine.strip().split(" +"));
        return new Jgf(exitCode, out.toString(), err.toString());
    }
}
