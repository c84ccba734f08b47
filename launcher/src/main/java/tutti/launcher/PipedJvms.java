package tutti.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.SecretFile;

/**
 * JVMs of one job on this host whose standard input and output are pipes to the launcher.
 *
 * <p>Each runs a main method. It is to end when its input does.
 */
public final class PipedJvms implements AutoCloseable {
    private static final long SECONDS_TO_END = 5;

    private final JobPlan.Meeting meeting;
    private final List<Process> processes = new ArrayList<>();

    private PipedJvms(JobPlan.Meeting meeting) {
        this.meeting = meeting;
    }

    /**
     * Starts them.
     *
     * @param members members of the whole job, at least one for each JVM
     * @param jvms how many, more than one
     * @param classPath where they find the user's classes; those of this launcher follow
     */
    public static PipedJvms start(int members, int jvms, String classPath, Class<?> main, List<String> arguments)
            throws IOException {
        ClassPath all = ClassPath.parse(List.of(classPath)).and(ClassPath.ofProperty("java.class.path"));
        JobPlan plan = new JobPlan(
                members,
                jvms,
                BindTo.none,
                null,
                new NewcomerPorts(null, null, null),
                all,
                List.of("-XX:TieredStopAtLevel=1"),
                main.getName(),
                arguments);
        PipedJvms started =
                new PipedJvms(new JobPlan.Meeting("127.0.0.1:" + FreePorts.take(), SecretFile.createTemporary()));
        try {
            started.start(plan);
        } catch (IOException e) {
            started.close();
            throw e;
        }
        return started;
    }

    private void start(JobPlan plan) throws IOException {
        for (int index = 0; index < plan.jvms(); index++) {
            ProcessBuilder builder = new ProcessBuilder(plan.command(index));
            builder.environment().keySet().removeIf(JobPlan::isOfAnotherJob);
            builder.environment().putAll(plan.variables(index, meeting));
            processes.add(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
        }
    }

    /** Returns them, in the order of the job's processes. */
    public List<Process> processes() {
        return List.copyOf(processes);
    }

    /** Ends the input of all, and kills those that do not end. */
    @Override
    public void close() {
        for (Process process : processes) {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // it has ended
            }
        }
        for (Process process : processes) {
            try {
                process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly();
        }
        meeting.deleteSecret();
    }
}
