package tutti.group;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.EngineProvider;
import tutti.group.launch.ProcessPlacement;

/** A {@link JobProvider} of the user, as the launch package asks it. */
record UsersProvider(JobProvider provider) implements EngineProvider {

    /** Returns those that are found on the class path or module path. */
    static List<UsersProvider> load() {
        return ServiceLoader.load(JobProvider.class).stream()
                .map(found -> new UsersProvider(found.get()))
                .toList();
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public @Nullable ProcessPlacement find(Map<String, String> environment) {
        JobPlace place = provider.find(environment);
        return place == null
                ? null
                : new ProcessPlacement(place.process(), place.processes(), place.master(), place.job());
    }
}
