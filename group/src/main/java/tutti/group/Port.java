package tutti.group;

import tutti.group.growth.GrowthException;
import tutti.group.growth.LocalPort;

/**
 * A port of a process, at which groups of other jobs connect to groups of this one, one after another.
 *
 * {@snippet :
 * try (Port port = world.openPort()) { // at rank 0
 *     System.out.println(port.name()); // for the other job
 *     Intercommunicator clients = world.accept(port, 0); // the other members: world.accept(null, 0)
 * }
 * }
 *
 * <p>Open until it is closed, or the process leaves its job. Thread-safe.
 */
public final class Port implements AutoCloseable {
    private final LocalPort local;

    Port(LocalPort local) {
        this.local = local;
    }

    LocalPort local() {
        return local;
    }

    /** Returns the name by which others {@linkplain Communicator#connect connect}: {@code host:port/token}. */
    public String name() {
        return local.name();
    }

    /**
     * Publishes this port, so that others can connect by a name that they know before: until {@link #unpublish}, or it
     * is closed, or the process ends.
     *
     * <p>The name service of the setting {@code names} keeps it; {@code tutti names} is one.
     *
     * @param publicName the same for those who {@linkplain Communicator#connect connect}
     * @throws GroupException with {@link GroupException.Reason#NAME_IN_USE}, if another port has it; with {@link
     *     GroupException.Reason#NOT_AGREED} if the service is not reached or refuses
     * @throws IllegalStateException if no name service is set
     */
    public void publish(String publicName) {
        try {
            local.ports().names().publish(Arguments.given("publicName", publicName), local);
        } catch (GrowthException e) {
            throw GrowthFailures.translated(e);
        }
    }

    /**
     * Takes a name back: no one finds this port by it any more.
     *
     * @throws GroupException with {@link GroupException.Reason#UNKNOWN_NAME}, if this port was not published under it
     */
    public void unpublish(String publicName) {
        try {
            local.ports().names().unpublish(Arguments.given("publicName", publicName), local);
        } catch (GrowthException e) {
            throw GrowthFailures.translated(e);
        }
    }

    /** Refuses all that wait here or still come, and takes its names back. Groups that are connected work on. */
    @Override
    public void close() {
        local.close();
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name();
    }
}
