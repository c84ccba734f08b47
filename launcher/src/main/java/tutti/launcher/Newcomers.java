package tutti.launcher;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** JVMs on the launcher's host that join a job which has begun, each a process of its own. */
final class Newcomers implements Site {
    /** What processes are told of a job that begins, and newcomers must not be. */
    private static final List<String> OF_A_START =
            List.of("RANK", "SIZE", "MASTER", "MEMBERS", "JOIN_PORT", "HOSTS_FILE");

    private final JobPlan plan;

    Newcomers(JobPlan plan) {
        this.plan = plan;
    }

    @Override
    public void prepare() {}

    /** Its other settings, and the job's secret, are those of the launcher's environment. */
    @Override
    public JobProcess start(int index) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(plan.command(index));
        Map<String, String> environment = builder.environment();
        OF_A_START.forEach(name -> environment.remove(JobPlan.VARIABLES + name));
        environment.putAll(plan.variables(index, null));
        if (plan.jvms() == 1) {
            return JobProcess.silent(index, builder.inheritIO().start());
        }
        Process process = builder.start();
        process.getOutputStream().close();
        return JobProcess.shown(index, process, process.getInputStream());
    }

    @Override
    public void close() {}
}
