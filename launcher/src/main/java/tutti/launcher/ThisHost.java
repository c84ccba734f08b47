package tutti.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.SecretFile;

/** All JVMs run on the launcher's host, as its children. */
final class ThisHost implements Site {
    private final JobPlan plan;
    private JobPlan.@Nullable Meeting meeting; // guarded by this
    private @Nullable HostCores cores; // guarded by this; null if processes are not bound

    ThisHost(JobPlan plan) {
        this.plan = plan;
    }

    @Override
    public synchronized void prepare() throws IOException, InterruptedException {
        cores = plan.bindTo() == BindTo.core ? HostCores.ofThis().check() : null;
        if (plan.jvms() > 1) {
            // newcomers know the user's own secret, or a given one, and not one that is made for this job
            Path secret = plan.newcomers().areUsed() ? null : SecretFile.createTemporary();
            Integer newcomers = plan.newcomers().first();
            if (newcomers != null) {
                FreePorts.keep(newcomers, plan.jvms());
            }
            meeting = new JobPlan.Meeting("127.0.0.1:" + FreePorts.take(), secret);
        }
    }

    @Override
    public JobProcess start(int index) throws IOException {
        HostCores bound = cores();
        List<String> command = new ArrayList<>();
        if (bound != null) {
            command.addAll(bound.prefix(index, plan.jvms()));
        }
        command.addAll(plan.command(index));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(this::isOfAnotherJob);
        builder.environment().putAll(plan.variables(index, meeting()));
        if (plan.jvms() == 1) {
            return JobProcess.silent(index, builder.inheritIO().start());
        }
        if (index == 0) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }
        Process process = builder.start();
        JobProcess started = JobProcess.shown(index, process, process.getInputStream());
        if (index > 0) {
            process.getOutputStream().close();
        }
        return started;
    }

    /** Returns whether a variable is of a job around this one; one that others come to has the secret that is given. */
    private boolean isOfAnotherJob(String variable) {
        boolean isSecret = variable.equals(JobPlan.SECRET_FILE) || variable.equals(JobPlan.SECRET);
        return JobPlan.isOfAnotherJob(variable)
                && !(isSecret && plan.newcomers().areUsed());
    }

    private synchronized JobPlan.@Nullable Meeting meeting() {
        return meeting;
    }

    private synchronized @Nullable HostCores cores() {
        return cores;
    }

    @Override
    public synchronized void close() {
        if (meeting != null) {
            meeting.deleteSecret();
        }
    }
}
