package tutti.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option that has a job profiled. */
final class ProfileOptions {
    static final String REPORT = "report.html";

    private static final String NEW_FOLDER = "*"; // no folder has this name
    private static final DateTimeFormatter IN_NAMES = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final DateTimeFormatter FOR_PEOPLE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ROOT);

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            arity = "0..1",
            fallbackValue = NEW_FOLDER,
            preprocessor = OnlyAttached.class,
            description = "Record what the members do, print a summary at the end, and write a report and the"
                    + " recordings to DIR (default: a new folder tutti-profile-DATE).")
    private @Nullable String given;

    private final ZonedDateTime begun = ZonedDateTime.now(ZoneId.systemDefault());
    private @Nullable Path folder;
    private int processes;

    /** Takes the folder only after =, for what follows otherwise is the program. */
    @SuppressWarnings("JdkObsolete") // picocli's parameter
    static final class OnlyAttached implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator"))) {
                args.push(NEW_FOLDER);
            }
            return false;
        }
    }

    boolean isWanted() {
        return given != null;
    }

    /** Makes the folder ready, and returns the options that every JVM needs. */
    List<String> prepare(int jvms) throws IOException {
        if (given == null) {
            return List.of();
        }
        Path named = Path.of(given.equals(NEW_FOLDER) ? "tutti-profile-" + begun.format(IN_NAMES) : given);
        Path made;
        try {
            made = Files.createDirectories(named).toAbsolutePath();
            for (int process = 0; process < jvms; process++) {
                Files.deleteIfExists(ProfileRecording.file(made, process));
            }
        } catch (IOException e) {
            throw new UsageException(
                    "cannot write the profile: folder=%s: %s; give a folder that can be made or written, --profile=DIR"
                            .formatted(named, e));
        }
        folder = made;
        processes = jvms;
        return List.of("-D" + ProfileRecording.FOLDER + "=" + made);
    }

    /** Prints the summary and writes the report, when all JVMs have ended. */
    void report(String command) throws IOException {
        if (given == null) {
            return;
        }
        Path of = Objects.requireNonNull(folder, "prepared");
        Profile profile = ProfileReader.read(of, processes);
        String page = ProfileReport.of(
                profile,
                new ProfileReport.Origin(
                        command, begun.format(FOR_PEOPLE), System.getProperty("java.runtime.version", "")));
        Path file = Files.writeString(of.resolve(REPORT), page);
        System.err.print(ProfileSummary.of(profile));
        System.err.printf("tutti: the report is in %s%n", file);
        System.err.flush();
    }
}
