package tutti.examples.support;

import java.io.Console;
import java.io.PrintStream;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar that appears only when a run turns out to be long. */
public final class Progress implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int WIDTH = 75; // and the process, which tutti run puts before each line

    /** System property by which {@code tutti run} tells its JVMs that their output goes to a terminal. */
    private static final String TERMINAL = "tutti.terminal";

    private final String task;
    private final String unit;
    private final int steps;
    private final @Nullable PrintStream out;
    private final long appearsAtNanos;
    private @Nullable ProgressBar bar;

    Progress(String task, String unit, int steps, @Nullable PrintStream out, Duration idleStrategy) {
        this.task = task;
        this.unit = unit;
        this.steps = steps;
        this.out = out;
        this.appearsAtNanos = System.nanoTime() + idleStrategy.toNanos();
    }

    /**
     * Returns progress shown on standard error, if a person is watching.
     *
     * @param task what is done, for instance the program's name
     * @param unit what is counted, in the plural
     * @param steps how many there will be, or -1 if that is not known
     */
    public static Progress onConsole(String task, String unit, int steps) {
        return isWatched() ? new Progress(task, unit, steps, System.err, PATIENCE) : none();
    }

    @SuppressWarnings("SystemConsoleNull") // it does return null: JDK 25 is back to the console of JDK 21
    static boolean isWatched() {
        Console console = System.console();
        return Boolean.getBoolean(TERMINAL) || (console != null && console.isTerminal());
    }

    /** Returns progress that is never shown. */
    public static Progress none() {
        return new Progress("", "", 0, null, PATIENCE);
    }

    /** Says how many steps are done. */
    public void step(int done) {
        if (bar == null && out != null && System.nanoTime() - appearsAtNanos >= 0) {
            bar = new ProgressBarBuilder()
                    .setTaskName(task)
                    .setInitialMax(steps)
                    .setUnit(" " + unit, 1)
                    .setStyle(ProgressBarStyle.ASCII)
                    // a width of our own: to ask the terminal for its would load native code
                    .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
                    .build();
        }
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
