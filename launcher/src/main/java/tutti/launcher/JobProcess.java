package tutti.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One running JVM of a job. */
final class JobProcess {
    private final int index;
    private final Process process;
    private final ErrorExcerpt errors = new ErrorExcerpt();
    private final List<Thread> copiers = new ArrayList<>();

    private JobProcess(int index, Process process) {
        this.index = index;
        this.process = process;
    }

    /** Starts a process; only process 0 gets the launcher's standard input. */
    static JobProcess start(JobPlan plan, int index, JobPlan.@Nullable Meeting meeting) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(plan.command());
        builder.environment().keySet().removeIf(name -> name.startsWith(JobPlan.VARIABLES));
        builder.environment().putAll(plan.variables(index, meeting));
        if (plan.jvms() == 1) {
            return new JobProcess(index, builder.inheritIO().start());
        }
        if (index == 0) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }
        JobProcess started = new JobProcess(index, builder.start());
        started.copyOutput();
        if (index > 0) {
            started.process.getOutputStream().close();
        }
        return started;
    }

    int index() {
        return index;
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
        // Process.destroy would close the streams.
        process.toHandle().destroy();
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
        process.toHandle().destroyForcibly();
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

    private void copyOutput() {
        copy("out", new OutputPrefixer(index, process.getInputStream(), System.out, line -> {}));
        copy("err", new OutputPrefixer(index, process.getErrorStream(), System.err, errors));
    }

    private void copy(String stream, OutputPrefixer copier) {
        copiers.add(Thread.ofPlatform()
                .daemon()
                .name("tutti-" + stream + "-" + index)
                .start(copier));
    }
}
