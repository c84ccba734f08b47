package tutti.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** The command in this JVM, with jobs in JVMs of their own; as fast as it can be. */
record Bench(int exitCode, String out, String err) {
    private static final List<String> SHORT =
            List.of("--blocks 2 --block-millis 1 --warmup 0 --timeout 50 -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC"
                    .split(" "));

    /** Runs a command line, to which options for a short run are added. */
    static Bench run(String commandLine) {
        return runAsItIs(String.join(" ", SHORT) + " " + commandLine);
    }

    /** Runs a command line. */
    static Bench runAsItIs(String commandLine) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> arguments = List.of(commandLine.strip().split(" +"));
        int exitCode = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setOverwrittenOptionsAllowed(true)
                .execute(arguments.toArray(String[]::new));
        return new Bench(exitCode, out.toString(), err.toString());
    }

    /** Returns the rows that JSON brought. */
    List<Row> rows() {
        return List.of(new com.google.gson.Gson().fromJson(out, Row[].class));
    }
}
