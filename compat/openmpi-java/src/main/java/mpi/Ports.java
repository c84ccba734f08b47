package mpi;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/**
 * Connects groups of one job whose leaders know a port: the name of a rank of the world, and a number there.
 * Thread-safe.
 */
final class Ports {
    private static final Pattern NAME = Pattern.compile("tutti-port:(\\d+):(\\d+)");

    private final Communicator world; // for this only
    private final AtomicInteger opened = new AtomicInteger();

    Ports(Communicator world) {
        this.world = world;
    }

    private record Port(int rank, int number) {
        /** Returns the tag of requests for connections. */
        int requests() {
            return 2 * number;
        }

        /** Returns the tag of what leaders say to one another. */
        int agreement() {
            return 2 * number + 1;
        }
    }

    String open() {
        return "tutti-port:%d:%d".formatted(world.rank(), opened.getAndIncrement());
    }

    private Port parse(@Nullable String name) {
        Matcher parts = NAME.matcher(String.valueOf(name));
        if (parts.matches()) {
            Port port = new Port(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
            if (port.rank() < world.size()) {
                return port;
            }
        }
        throw unknown(name);
    }

    private static MpiFailure unknown(@Nullable String name) {
        return new MpiFailure(
                ErrorClass.PORT,
                "no such port: port=%s; take what openPort() has returned in this job".formatted(name));
    }

    void close(String name) {
        if (parse(name).rank() != world.rank()) {
            throw unknown(name);
        }
    }

    /** Waits for a group that connects; called by all members of the group that accepts. */
    Intercommunicator accept(Communicator local, @Nullable String name, int root) {
        if (local.rank() != root) {
            return Intercommunicator.create(local, root, null, 0, 0);
        }
        Port port = parse(name);
        if (port.rank() != world.rank()) {
            throw unknown(name);
        }
        int caller = world.withTag(port.requests())
                .receiveWithStatus(Communicator.ANY_SOURCE)
                .status()
                .source();
        return Intercommunicator.create(local, root, world, caller, port.agreement());
    }

    /** Waits for the group that accepts; called by all members of the group that connects. */
    Intercommunicator connect(Communicator local, @Nullable String name, int root) {
        if (local.rank() != root) {
            return Intercommunicator.create(local, root, null, 0, 0);
        }
        Port port = parse(name);
        world.withTag(port.requests()).sendAsync(null, port.rank());
        return Intercommunicator.create(local, root, world, port.rank(), port.agreement());
    }
}
