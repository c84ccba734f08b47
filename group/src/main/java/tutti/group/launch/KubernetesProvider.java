package tutti.group.launch;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Pods of an Indexed Job of Kubernetes, which find each other through a headless service. */
final class KubernetesProvider implements EngineProvider {
    private static final int PORT = 24_000; // every pod has an address of its own

    @Override
    public String name() {
        return "kubernetes";
    }

    @Override
    public @Nullable ProcessPlacement find(Map<String, String> environment) {
        EngineEnvironment pod = new EngineEnvironment(name(), environment);
        if (!pod.has("JOB_COMPLETION_INDEX")) {
            return null;
        }
        int process = pod.number("JOB_COMPLETION_INDEX", "make it an Indexed Job");
        int processes = pod.number("TUTTI_SIZE", "set it to the Job's completions");
        if (processes == 1) {
            return null;
        }
        String master = pod.has("TUTTI_MASTER") ? null : host(pod, process, 0) + ":" + PORT;
        return pod.place(process, processes, master, null);
    }

    @Override
    public List<String> hosts(Map<String, String> environment) {
        EngineEnvironment pod = new EngineEnvironment(name(), environment);
        if (!pod.has("TUTTI_SERVICE")) {
            return List.of();
        }
        int process = pod.number("JOB_COMPLETION_INDEX", "make it an Indexed Job");
        return IntStream.range(0, pod.number("TUTTI_SIZE", "set it to the Job's completions"))
                .mapToObj(other -> host(pod, process, other))
                .toList();
    }

    /** The pod of index 3 of a Job asp has the host name asp-3. */
    private static String host(EngineEnvironment pod, int process, int other) {
        String service =
                pod.needed("TUTTI_SERVICE", "set it to the headless Service's name, which is the pods' subdomain");
        String host = pod.needed("HOSTNAME", "set TUTTI_MASTER (host:port of the pod of index 0)");
        String index = "-" + process;
        if (!host.endsWith(index)) {
            throw new IllegalArgumentException(
                    "kubernetes gives the pod another name than JOB-INDEX: HOSTNAME=%s JOB_COMPLETION_INDEX=%d; set TUTTI_MASTER (host:port of the pod of index 0)"
                            .formatted(host, process));
        }
        return host.substring(0, host.length() - index.length()) + "-" + other + "." + service;
    }
}
