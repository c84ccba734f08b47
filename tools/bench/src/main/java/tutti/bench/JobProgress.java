package tutti.bench;

import java.io.Console;
import java.io.PrintWriter;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Tells which of several jobs runs: for a person at a terminal by a bar, else with a line for each job.
 *
 * <p>Jobs that take long get another line from time to time.
 */
public final class JobProgress {
    private static final int WIDTH = 99;
    private static final int STEPS = 1000;
    private static final long PERIOD_NANOS = 30_000_000_000L;
    private static final double PERCENT = 100;

    private final PrintWriter err;
    private final boolean isWatched;
    private final int jobs;
    private int job;
    private String what = "";
    private int repeats;
    private int repeat;
    private long lastNanos;
    private @Nullable ProgressBar bar;

    /**
     * Makes one for some jobs.
     *
     * @param err where lines go if no one is watching
     */
    public JobProgress(PrintWriter err, int jobs) {
        this.err = err;
        this.isWatched = isWatched();
        this.jobs = jobs;
    }

    @SuppressWarnings("SystemConsoleNull") // it does return null: JDK 25 is back to the console of JDK 21
    private static boolean isWatched() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Says which job starts. */
    public void job(String description, int ofRepeats) {
        clear();
        job++;
        what = "[%d/%d] %s".formatted(job, jobs, description);
        repeats = ofRepeats;
        repeat = 0;
        lastNanos = System.nanoTime();
        if (isWatched) {
            bar = new ProgressBarBuilder()
                    .setTaskName(what)
                    .setInitialMax((long) STEPS * repeats)
                    .setStyle(ProgressBarStyle.ASCII)
                    // a width of our own: to ask the terminal for its would load native code
                    .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                    .hideEta()
                    .clearDisplayOnFinish()
                    .build();
        } else {
            print(what);
        }
    }

    /** Says that a repeat of the job has ended. */
    public void repeatDone() {
        repeat++;
        show(0);
    }

    /** Says how much of a repeat is done. */
    public void progress(long done, long whole) {
        show((double) done / whole);
        if (!isWatched && System.nanoTime() - lastNanos >= PERIOD_NANOS) {
            lastNanos = System.nanoTime();
            print("%s, run %d of %d, %.0f %%".formatted(what, repeat + 1, repeats, PERCENT * done / whole));
        }
    }

    /** Takes the bar away, so that something else can be written. */
    public void clear() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    private void show(double shareOfRepeat) {
        if (bar != null) {
            bar.stepTo((long) (STEPS * (repeat + shareOfRepeat)));
        }
    }

    private void print(String line) {
        err.println(line);
        err.flush();
    }
}
