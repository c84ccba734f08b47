package tutti.group.launch;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Knows how one engine that starts processes tells each of them which one it is. Stateless. */
public interface EngineProvider {

    /**
     * Returns the name that messages use, and that the setting {@code provider} chooses it by: lower case, with
     * hyphens.
     */
    String name();

    /**
     * Returns the place of this process, or null if the engine did not start it, or started no other process with it.
     *
     * @param environment the environment of this process, in which an argument {@code --tutti-size=4} is {@code
     *     TUTTI_SIZE}
     * @throws IllegalArgumentException if the engine did start it as one of several, but does not say enough
     */
    @Nullable
    ProcessPlacement find(Map<String, String> environment);

    /**
     * Returns where a process looks for the others when the engine has started it again: the host of each in their
     * order, or all hosts.
     *
     * @param environment as {@link #find} has understood it
     * @return none if the engine starts no process again, or does not say where they are
     */
    default List<String> hosts(Map<String, String> environment) {
        return List.of();
    }
}
