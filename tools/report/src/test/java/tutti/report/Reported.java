package tutti.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import tutti.messaging.JvmCache;

/** The command in this JVM. */
record Reported(int exitCode, String out, String err, List<String> commands) {
    static {
        JvmCache.startBenchmarksFromIt();
    }

    /** Runs a command line, with jobs in JVMs of their own. */
    static Reported run(String... arguments) {
        return run(new ReportCommand(), List.of(), arguments);
    }

    /**
     * Runs a command line without jobs: times are 60 by the number of members, RMI's three times as long.
     *
     * @param fails commands that fail without a result
     */
    static Reported pretend(Predicate<String> fails, String... arguments) {
        List<String> commands = new ArrayList<>();
        ReportCommand command = new ReportCommand((words, timeout) -> {
            String line = String.join(" ", words);
            commands.add(line);
            return fails.test(line)
                    ? new Answer(List.of(), "exit code 1: tutti: no luck")
                    : new Answer(rows(words).toList(), null);
        });
        return run(command, commands, arguments);
    }

    private static Reported run(ReportCommand command, List<String> commands, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Reported(exitCode, out.toString(), err.toString(), commands);
    }

    private static Stream<JsonObject> rows(List<String> words) {
        if (words.getFirst().equals("bench")) {
            return numbers(words, "--members")
                    .flatMap(members -> (words.contains("--sizes") ? numbers(words, "--sizes") : Stream.of(0))
                            .flatMap(bytes -> Stream.of("tutti", "rmi", "socket")
                                    .map(system -> benchRow(system, members, bytes))));
        }
        if (words.getFirst().equals("nas")) {
            return numbers(words, "-n").map(Reported::kernelRow);
        }
        int members = numbers(words, "-n").findFirst().orElseThrow();
        if (words.contains("--compare")) {
            return Stream.of("objects", "buffers", "rmi").map(version -> programRow(version, members));
        }
        return words.contains("matrix")
                ? Stream.of("dense", "50 % zeros", "95 % zeros").map(matrix -> matrixRow(matrix, members))
                : Stream.of(onlyRow(members));
    }

    private static Stream<Integer> numbers(List<String> words, String option) {
        return Stream.of(words.get(words.indexOf(option) + 1).split(",")).map(Integer::valueOf);
    }

    private static double time(String who, int members) {
        return (who.equals("rmi") ? 180.0 : 60.0) / members;
    }

    private static JsonObject benchRow(String system, int members, int bytes) {
        JsonObject row = new JsonObject();
        row.addProperty("system", system);
        row.addProperty("members", members);
        row.addProperty("bytes", bytes);
        row.addProperty("medianMicros", time(system, members) + bytes);
        row.addProperty("p10Micros", 1);
        row.addProperty("p90Micros", 1);
        return row;
    }

    private static JsonObject kernelRow(int members) {
        JsonObject row = new JsonObject();
        row.addProperty("members", members);
        row.addProperty("mops", 1 / time("tutti", members));
        JsonArray seconds = new JsonArray();
        seconds.add(time("tutti", members));
        seconds.add(2 * time("tutti", members));
        row.add("seconds", seconds);
        return row;
    }

    private static JsonObject onlyRow(int members) {
        JsonObject row = new JsonObject();
        row.addProperty("seconds", time("tutti", members));
        row.add("outcome", row.deepCopy());
        return row;
    }

    private static JsonObject matrixRow(String matrix, int members) {
        JsonObject row = new JsonObject();
        row.addProperty("matrix", matrix);
        row.addProperty("operation", "scatter");
        row.addProperty("members", members);
        row.addProperty("medianMillis", time(matrix, members));
        row.addProperty("p10Millis", 1);
        row.addProperty("p90Millis", 4);
        return row;
    }

    private static JsonObject programRow(String version, int members) {
        JsonObject row = new JsonObject();
        row.addProperty("version", version);
        row.addProperty("members", members);
        row.addProperty("seconds", time(version, members));
        row.addProperty("communicationMeanSeconds", time(version, members) / 10);
        return row;
    }
}
