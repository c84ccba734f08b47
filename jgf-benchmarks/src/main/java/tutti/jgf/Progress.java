package tutti.jgf;

import java.io.Console;
import java.io.PrintWriter;

/**
 * Tells what is run: for a person at a terminal in one line that changes, else with a line for each job.
 *
 * <p>Jobs that take long get a line from time to time in both cases.
 */
final class Progress {
    private static final int WIDTH = 99;
    private static final long PERIOD_NANOS = 30_000_000_000L;
    private static final double PERCENT = 100;

    private final PrintWriter err;
    private final boolean inPlace;
    private final int jobs;
    private int job;
    private String what = "";
    private int repeats;
    private int repeat;
    private long lastNanos;

    Progress(PrintWriter err, boolean inPlace, int jobs) {
        this.err = err;
        this.inPlace = inPlace;
        this.jobs = jobs;
    }

    /** Tells whether a person is watching. */
    @SuppressWarnings("SystemConsoleNull") // it does return null: JDK 25 is back to the console of JDK 21
    static boolean isWatched() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    void job(String description, int ofRepeats) {
        job++;
        what = description;
        repeats = ofRepeats;
        repeat = 1;
        lastNanos = System.nanoTime();
        show("");
    }

    void repeatDone() {
        repeat++;
    }

    void progress(long done, long whole) {
        if (inPlace || System.nanoTime() - lastNanos >= PERIOD_NANOS) {
            lastNanos = System.nanoTime();
            show(", run %d of %d, %.0f %%".formatted(repeat, repeats, PERCENT * done / whole));
        }
    }

    /** Takes the line away, so that something else can be written. */
    void clear() {
        if (inPlace) {
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
        }
    }

    private void show(String rest) {
        String line = "[%d/%d] %s%s".formatted(job, jobs, what, rest);
        if (inPlace) {
            err.print("\r%-99s".formatted(line));
        } else {
            err.println(line);
        }
        err.flush();
    }
}
