package tutti.group.launch;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Processes that {@code srun} started: those of one step of a Slurm job. */
final class SlurmProvider implements EngineProvider {
    private static final String CURE = "start it by srun";
    private static final int STEPS_APART = 31;

    private final Function<String, List<String>> expand;

    /** Expands lists of nodes by Slurm's own command. */
    SlurmProvider() {
        this(nodes -> Commands.lines("scontrol", "show", "hostnames", nodes));
    }

    SlurmProvider(Function<String, List<String>> expand) {
        this.expand = expand;
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public @Nullable ProcessPlacement find(Map<String, String> environment) {
        EngineEnvironment slurm = new EngineEnvironment(name(), environment);
        if (!slurm.has("SLURM_STEP_ID") || !slurm.has("SLURM_PROCID")) {
            return null; // a batch script runs once, whatever it has allocated
        }
        String tasks = slurm.has("SLURM_STEP_NUM_TASKS") ? "SLURM_STEP_NUM_TASKS" : "SLURM_NTASKS";
        int processes = slurm.number(tasks, CURE);
        if (processes == 1) {
            return null;
        }
        int job = slurm.number("SLURM_JOB_ID", CURE);
        long step = Long.parseLong(slurm.needed("SLURM_STEP_ID", CURE));
        String id = "slurm %s %d.%d".formatted(environment.getOrDefault("SLURM_CLUSTER_NAME", ""), job, step);
        String master = firstNode(slurm) + ":" + ProcessPlacement.port(STEPS_APART * (long) job + step);
        return slurm.place(slurm.number("SLURM_PROCID", CURE), processes, master, id);
    }

    @Override
    public List<String> hosts(Map<String, String> environment) {
        return nodes(new EngineEnvironment(name(), environment));
    }

    private String firstNode(EngineEnvironment slurm) {
        return nodes(slurm).getFirst();
    }

    private List<String> nodes(EngineEnvironment slurm) {
        if ("1".equals(slurm.text("SLURM_STEP_NUM_NODES"))) {
            return List.of("127.0.0.1");
        }
        String variable = slurm.has("SLURM_STEP_NODELIST") ? "SLURM_STEP_NODELIST" : "SLURM_NODELIST";
        String nodes = slurm.needed(variable, CURE);
        List<String> names = expand.apply(nodes);
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "slurm names no node: %s=%s; set TUTTI_MASTER (host:port of process 0)".formatted(variable, nodes));
        }
        return names;
    }
}
