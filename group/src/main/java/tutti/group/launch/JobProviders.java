package tutti.group.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks all providers for the place of this process, and refuses if they disagree. */
final class JobProviders {
    /** Name of the choice to ask no one. */
    static final String ALONE = "alone";

    /** Name of the provider that is told by TUTTI_RANK and TUTTI_SIZE. */
    static final String SETTINGS = "settings";

    private final List<EngineProvider> providers;

    JobProviders(List<? extends EngineProvider> providers) {
        this.providers = List.copyOf(providers);
    }

    /** Returns users' own providers, then those of the usual engines. */
    static JobProviders with(List<? extends EngineProvider> users) {
        List<EngineProvider> all = new ArrayList<>(users);
        all.add(new SlurmProvider());
        all.add(new OpenMpiProvider());
        all.add(new MpichProvider());
        all.add(new KubernetesProvider());
        all.add(new HostsFileProvider());
        return new JobProviders(all);
    }

    /**
     * Returns what the providers agree on, or null if none has anything to say.
     *
     * @param told what the settings say, or null
     * @param chosen name of the only one to ask, or null for all
     * @throws IllegalArgumentException if two disagree, or the chosen one has nothing to say
     */
    @Nullable
    ProcessPlacement find(@Nullable ProcessPlacement told, Map<String, String> environment, @Nullable String chosen) {
        if (ALONE.equals(chosen)) {
            return null;
        }
        Map<String, ProcessPlacement> found = new LinkedHashMap<>();
        if (told != null && (chosen == null || chosen.equals(SETTINGS))) {
            found.put(SETTINGS, told);
        }
        for (EngineProvider provider : providers) {
            ProcessPlacement place =
                    chosen == null || chosen.equals(provider.name()) ? provider.find(environment) : null;
            if (place != null) {
                found.put(provider.name(), place);
            }
        }
        if (chosen != null && found.isEmpty()) {
            throw new IllegalArgumentException(nothingFrom(chosen));
        }
        return found.values().stream()
                .reduce((left, right) -> together(left, right, found))
                .orElse(null);
    }

    /** Returns where the other processes of a job may be, of which this process may have been started again. */
    List<String> hosts(Map<String, String> environment, @Nullable String chosen) {
        return providers.stream()
                .filter(provider -> chosen == null || chosen.equals(provider.name()))
                .filter(provider -> provider.find(environment) != null)
                .map(provider -> provider.hosts(environment))
                .filter(hosts -> !hosts.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static ProcessPlacement together(
            ProcessPlacement left, ProcessPlacement right, Map<String, ProcessPlacement> found) {
        if (left.process() != right.process() || left.processes() != right.processes()) {
            String said = found.entrySet().stream()
                    .map(each -> "%s: process=%d of processes=%d"
                            .formatted(
                                    each.getKey(),
                                    each.getValue().process(),
                                    each.getValue().processes()))
                    .collect(Collectors.joining("; "));
            throw new IllegalArgumentException(
                    "providers disagree on which process this is: [%s]; set TUTTI_PROVIDER to the one that is right, of %s"
                            .formatted(said, found.keySet()));
        }
        return new ProcessPlacement(
                left.process(),
                left.processes(),
                left.master() == null ? right.master() : left.master(),
                left.job() == null ? right.job() : left.job());
    }

    private String nothingFrom(String chosen) {
        List<String> names = new ArrayList<>(List.of(SETTINGS));
        providers.forEach(provider -> names.add(provider.name()));
        names.add(ALONE);
        return names.contains(chosen)
                ? "TUTTI_PROVIDER=%s does not say that this process is one of several; start it with others there, or unset TUTTI_PROVIDER"
                        .formatted(chosen)
                : "unknown provider: TUTTI_PROVIDER=%s; choose one of %s".formatted(chosen, names);
    }
}
