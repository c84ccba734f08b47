package tutti.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.bench.JavaJob;
import tutti.launcher.KilledWithJvm;

/** A command of {@code tutti} in a JVM of its own, or of a launcher of MPI, which prints results as JSON. */
final class TuttiProcess {
    /** Those by which {@code tutti} finds its programs and commands, and by which benchmarks start it. */
    private static final List<String> PROPERTIES = List.of("tutti.examples", "tutti.commands", JavaJob.COMMAND);

    /** As {@code tutti run} shows what process 0 of several prints. */
    private static final String PREFIX = "[0] ";

    private TuttiProcess() {}

    /** Returns a command as it is written in a shell. */
    static String text(List<String> command) {
        return (MpiRun.isOne(command) ? "" : "tutti ") + String.join(" ", command);
    }

    /** Runs a command; one that takes longer is ended. */
    static Answer run(List<String> command, Duration timeout) throws InterruptedException {
        Process process = start(command);
        try (KilledWithJvm _ = new KilledWithJvm("tutti-report-kill", () -> kill(process))) {
            FutureTask<List<String>> out = reading(process.inputReader(StandardCharsets.UTF_8));
            FutureTask<List<String>> err = reading(process.errorReader(StandardCharsets.UTF_8));
            boolean ended = process.waitFor(timeout);
            kill(process); // nothing is left of one that has ended
            List<String> complaints = err.get();
            return answer(out.get(), ended ? failure(process.exitValue(), complaints) : "no end within " + timeout);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            kill(process);
        }
    }

    private static Process start(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(MpiRun.isOne(command) ? MpiRun.complete(command) : ofTutti(command)).start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> ofTutti(List<String> command) {
        List<String> options = PROPERTIES.stream()
                .filter(name -> System.getProperty(name) != null)
                .map(name -> "-D%s=%s".formatted(name, System.getProperty(name)))
                .toList();
        return Stream.concat(JavaJob.tutti(options).stream(), command.stream()).toList();
    }

    private static FutureTask<List<String>> reading(BufferedReader reader) {
        FutureTask<List<String>> lines = new FutureTask<>(() -> {
            List<String> read = new ArrayList<>();
            try (reader) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    read.add(line);
                }
            } catch (IOException e) {
                // It was killed.
            }
            return read;
        });
        Thread.ofVirtual().start(lines);
        return lines;
    }

    private static @Nullable String failure(int exitCode, List<String> complaints) {
        if (exitCode == 0) {
            return null;
        }
        return "exit code %d: %s"
                .formatted(
                        exitCode,
                        complaints.stream()
                                .filter(line -> !line.isBlank())
                                .reduce((first, second) -> first.startsWith("tutti: ") ? first : second)
                                .orElse("it said nothing"));
    }

    /** Reads results; what does not fit among them is a failure. */
    static Answer answer(List<String> lines, @Nullable String failure) {
        String text = lines.stream()
                .map(line -> line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line)
                .collect(Collectors.joining("\n"));
        try {
            return new Answer(text.isBlank() ? List.of() : rows(JsonParser.parseString(text)), failure);
        } catch (JsonParseException | IllegalStateException e) {
            return new Answer(List.of(), Objects.requireNonNullElse(failure, "what it printed is no result"));
        }
    }

    /** Programs that are run once print one result, all else an array. */
    private static List<JsonObject> rows(JsonElement json) {
        return json.isJsonObject()
                ? List.of(json.getAsJsonObject())
                : json.getAsJsonArray().asList().stream()
                        .map(JsonElement::getAsJsonObject)
                        .toList();
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
