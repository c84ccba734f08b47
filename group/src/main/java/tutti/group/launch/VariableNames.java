package tutti.group.launch;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Names of variables of the environment: those of settings, and others that begin like them. */
final class VariableNames {
    private static final String PREFIX = "TUTTI_";

    /** No settings of a job: they are read by {@code ./tutti}, by docs/build and by the device mpi. */
    private static final Set<String> OF_OTHERS =
            Set.of("TUTTI_START_CACHE", "TUTTI_JAVADOC", "TUTTI_MPI_LIBRARY", "TUTTI_MPI_THREADS");

    /** End of the variable by which Kubernetes tells each pod of a service of its namespace. */
    private static final String SERVICE_HOST = "_SERVICE_HOST";

    private VariableNames() {}

    static String of(String setting) {
        return PREFIX + setting.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /**
     * Throws if one begins like a setting and is none, because it is mistyped and would have no effect.
     *
     * @param settings names of settings
     */
    static void check(Map<String, String> environment, Collection<String> settings) {
        Set<String> known = new TreeSet<>(OF_OTHERS);
        settings.forEach(setting -> known.add(of(setting)));
        List<String> services = environment.keySet().stream()
                .filter(name -> name.startsWith("TUTTI") && name.endsWith(SERVICE_HOST))
                .map(name -> name.substring(0, name.length() - SERVICE_HOST.length()))
                .toList();
        environment.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !known.contains(name))
                .filter(name -> services.stream().noneMatch(service -> isOfService(name, service)))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    // Without its value, which may be a secret.
                    throw new IllegalArgumentException("unknown environment variable: %s; correct or unset it; %s"
                            .formatted(name, meant(name, known)));
                });
    }

    /** Returns the known names that are near, else all; compares them without what all begin with. */
    private static String meant(String given, Collection<String> known) {
        List<String> bare =
                known.stream().map(name -> name.substring(PREFIX.length())).toList();
        List<String> near = Suggestion.nearest(given.substring(PREFIX.length()), bare).stream()
                .map(PREFIX::concat)
                .toList();
        return near.isEmpty() ? "known are " + known : Suggestion.question(near);
    }

    private static boolean isOfService(String name, String service) {
        return List.of(SERVICE_HOST, "_SERVICE_PORT", "_PORT").stream()
                .map(service::concat)
                .anyMatch(begin -> name.equals(begin) || name.startsWith(begin + "_"));
    }
}
