package tutti.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands that measure jobs have in common: options for the jobs' JVMs, and refusals. */
public final class JobOptions {
    private static final double NANOS_PER_SECOND = 1e9;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = {"-J", "--jvm-option"},
            paramLabel = "OPTION",
            description = "Option for every JVM that is measured, for example -J-Xmx2g. May be repeated.")
    private List<String> jvmOptions = new ArrayList<>();

    /** Made by a command, as a mixin. */
    public JobOptions() {}

    /** Returns the options of each JVM that is measured. */
    public List<String> jvmOptions() {
        return jvmOptions;
    }

    /** Refuses the command line if something is wrong with it. */
    public void refuseIf(boolean wrong, String message) {
        if (wrong) {
            refuse(message);
        }
    }

    /** Refuses the command line, unless there is nothing to say against it. */
    public void refuse(@Nullable String message) {
        if (message != null) {
            throw new ParameterException(command.commandLine(), message);
        }
    }

    /**
     * Refuses a file that could not be written later.
     *
     * @param what the file is, for example a plot
     * @param option the option's name
     * @param file null if the option is not given
     * @param kind what such files are
     * @param endings of the names of such files
     */
    public void checkFile(String what, String option, @Nullable Path file, String kind, String... endings) {
        if (file == null) {
            return;
        }
        String name = file.toString().toLowerCase(Locale.ROOT);
        refuseIf(
                Arrays.stream(endings).noneMatch(name::endsWith),
                "a %s is %s: %s=%s; choose a name that ends with %s"
                        .formatted(what, kind, option, file, String.join(" or ", endings)));
        refuseIf(
                !Files.isDirectory(file.toAbsolutePath().resolveSibling("")),
                "no such folder for the %s: %s=%s; make the folder first".formatted(what, option, file));
    }

    /** Returns a time that an option gives in seconds. */
    public static Duration seconds(double number) {
        return Duration.ofNanos((long) (number * NANOS_PER_SECOND));
    }
}
