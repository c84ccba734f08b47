package tutti.launcher;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** One running JVM of a job. */
final class JobProcess {
    /** Lines of which the times are known. */
    private static final int MOST_COUNTED = 32;

    /** Reaches the JVM behind a process. */
    interface Signals {
        /** Asks it to end; returns at once. */
        void end();

        /** Kills it, and whatever connects the launcher to it. */
        void kill();
    }

    private final int index;
    private final String place;
    private final Process process;
    private final Signals signals;
    private final ErrorExcerpt errors = new ErrorExcerpt();
    private final List<Thread> copiers = new ArrayList<>();
    private final long[] shownAt = new long[MOST_COUNTED]; // the last lines, of System.nanoTime; guarded by this
    private long shownLines; // guarded by this

    /**
     * Takes a process that was started.
     *
     * @param place where it runs, for messages; empty on this host
     */
    JobProcess(int index, String place, Process process, Signals signals) {
        this.index = index;
        this.place = place;
        this.process = process;
        this.signals = signals;
    }

    /** Takes a process of this host whose output is the launcher's. */
    static JobProcess silent(int index, Process process) {
        return new JobProcess(index, "", process, new ChildSignals(process.toHandle()));
    }

    /** Takes a process of this host, and shows its output. */
    static JobProcess shown(int index, Process process, InputStream out) {
        JobProcess shown = silent(index, process);
        shown.show(out);
        return shown;
    }

    int index() {
        return index;
    }

    /** Names the process, and its host if that is another than the launcher's. */
    String name() {
        return "process=" + index + (place.isEmpty() ? "" : " host=" + place);
    }

    /** Calls back when the process has ended. */
    void onExit(Consumer<JobProcess> callback) {
        var _ = process.onExit().thenAccept(ended -> callback.accept(this));
    }

    int exitCode() {
        return process.exitValue();
    }

    ErrorExcerpt errors() {
        return errors;
    }

    /** Asks the process to end; its shutdown hooks run, and what they print is shown. */
    void end() {
        if (process.isAlive()) {
            signals.end();
        }
    }

    /** Waits until the process has ended, and kills it when that takes too long. */
    void awaitEnd(Deadline deadline) {
        try {
            if (process.waitFor(deadline.remaining())) {
                return;
            }
        } catch (InterruptedException nobodyWaits) {
            Thread.currentThread().interrupt();
        }
        signals.kill();
        process.onExit().join();
    }

    /** Waits until all output of an ended process is shown; its own children may hold the pipe, so not for ever. */
    void awaitOutput(Deadline deadline) {
        try {
            for (Thread copier : copiers) {
                copier.join(deadline.remaining());
            }
        } catch (InterruptedException nobodyWaits) {
            Thread.currentThread().interrupt();
        }
    }

    /** Shows what the process writes, and remembers why it fails. */
    void show(InputStream out) {
        copy("out", new OutputPrefixer(index, out, System.out, line -> noteShown()));
        copy(
                "err",
                new OutputPrefixer(
                        index, process.getErrorStream(), System.err, line -> errors.test(line) && noteShown()));
    }

    private synchronized boolean noteShown() {
        shownAt[(int) (shownLines % MOST_COUNTED)] = System.nanoTime();
        shownLines++;
        return true;
    }

    /** Returns how many lines a process has shown since a time, at most {@value #MOST_COUNTED}. */
    synchronized int linesSince(long nanoTime) {
        return (int) Arrays.stream(shownAt, 0, (int) Math.min(shownLines, MOST_COUNTED))
                .filter(shown -> shown - nanoTime > 0)
                .count();
    }

    private void copy(String stream, OutputPrefixer copier) {
        copiers.add(Thread.ofPlatform()
                .daemon()
                .name("tutti-" + stream + "-" + index)
                .start(copier));
    }

    /** Those of the launcher's own child. Process.destroy would close the streams. */
    private record ChildSignals(ProcessHandle child) implements Signals {
        @Override
        public void end() {
            child.destroy();
        }

        @Override
        public void kill() {
            child.destroyForcibly();
        }
    }
}
