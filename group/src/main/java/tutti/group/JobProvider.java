package tutti.group;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows how one engine that starts processes (Slurm, mpirun, Kubernetes) tells each of them which one it is.
 *
 * <p>All providers are asked, and must agree. There are some for the usual engines; others are found by {@link
 * java.util.ServiceLoader}, on the class path of every process. A provider has a public constructor without parameters
 * and no state.
 */
public interface JobProvider {

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
     * @throws IllegalArgumentException if the engine did start it as one of several, but does not say enough; such a
     *     process must not run alone
     */
    @Nullable
    JobPlace find(Map<String, String> environment);
}
