package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import tutti.messaging.JvmCache;

/** The command in this JVM, with jobs in JVMs of their own; as fast as it can be. */
record Bench(int exitCode, String out, String err) {
    static {
        JvmCache.startBenchmarksFromIt();
    }

    static final List<String> SHORT_JVM_OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final Pace SHORT_PACE = new Pace(Duration.ZERO, 2, Duration.ofMillis(1), 0, true);
    private static final Duration TIMEOUT = Duration.ofSeconds(50);
    private static final String SHORT = "--blocks 2 --block-millis 1 --warmup 0 --timeout 50 --cold 0 "
            + SHORT_JVM_OPTIONS.stream().map(option -> "-J" + option + " ").collect(Collectors.joining());

    /** Runs a command line, to which options for a short run are added. */
    static Bench run(String commandLine) {
        return runAsItIs(SHORT + commandLine);
    }

    /**
     * Measures benchmarks one after the other in one job of each contender: a command line starts jobs for each
     * benchmark, which takes longer than all that they do.
     *
     * @return for each benchmark the samples of each contender
     */
    static List<List<Samples>> inOneJob(List<Contender> contenders, Setup setup, int bytes, Benchmark... benchmarks)
            throws Exception {
        List<Conversation> jobs = new ArrayList<>();
        try {
            for (Contender contender : contenders) {
                jobs.add(Conversation.open(contender, setup, TIMEOUT));
            }
            Course course = new Course(SHORT_PACE, jobs, setup);
            List<List<Samples>> samples = new ArrayList<>();
            for (Benchmark benchmark : benchmarks) {
                assertThat(new Race(benchmark, setup, List.of(bytes)).refusals(contenders))
                        .isEmpty();
                samples.add(course.run(benchmark, bytes).stream()
                        .map(Measured::micros)
                        .toList());
            }
            return samples;
        } finally {
            jobs.forEach(Conversation::close);
        }
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
