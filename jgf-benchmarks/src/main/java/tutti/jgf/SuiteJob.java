package tutti.jgf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroupMaster;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Settings;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteRun;

/**
 * Main class of the JVMs in which benchmarks are run.
 *
 * <p>Rank 0 prints what the command is to hear as {@link Message} lines on standard output.
 */
final class SuiteJob {
    private static final String NO_FILE = "-"; // files are absolute paths

    private SuiteJob() {}

    /** Takes what {@link #arguments} returned, and arguments of {@link ColGroupMaster}. */
    public static void main(String[] arguments) {
        String[] own = ColGroupMaster.programArguments(arguments);
        Settings settings = new Settings(
                Size.valueOf(own[1]), Double.parseDouble(own[3]), Integer.parseInt(own[4]), file(own[5]), file(own[6]));
        Benchmark benchmark = Benchmarks.named(own[0]).orElseThrow();
        // the number of members is the job's
        SuiteRun run = new SuiteRun(benchmark, settings, 0, Integer.parseInt(own[2]));
        run.run(new Message.Printer(System.out), arguments);
    }

    static List<String> arguments(SuiteRun run) {
        Settings settings = run.settings();
        return List.of(
                run.benchmark().name(),
                settings.size().name(),
                Integer.toString(run.repeats()),
                Double.toString(settings.stepSeconds()),
                Integer.toString(settings.largestArray()),
                argument(settings.hitData()),
                argument(settings.picture()));
    }

    private static String argument(@Nullable String file) {
        return file == null ? NO_FILE : file;
    }

    private static @Nullable String file(String argument) {
        return argument.equals(NO_FILE) ? null : argument;
    }
}
