package tutti.group;

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

    /** Refuses all that wait here, and all that still come. Groups that are connected work on. */
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
