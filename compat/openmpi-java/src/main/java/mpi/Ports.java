package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.GroupException;
import tutti.group.Intercommunicator;
import tutti.group.Port;
import tutti.group.SpawnCommand;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** The ports of a rank, at which groups connect that are of this job or of others, and their names. Thread-safe. */
final class Ports {
    private final Communicator world;
    private final Map<String, Port> open = new ConcurrentHashMap<>(); // by name

    Ports(Communicator world) {
        this.world = world;
    }

    /** What a rank does with its ports. */
    interface Action {
        /** Returns a name. */
        String run(Ports ports);
    }

    /** Does something that belongs to no communicator. */
    static String call(String call, Action action) throws MPIException {
        return State.call(call, () -> action.run(State.current().ports()));
    }

    String open() {
        Port port = world.openPort();
        open.put(port.name(), port);
        return port.name();
    }

    private Port own(@Nullable String name) {
        Port port = name == null ? null : open.get(name);
        if (port == null) {
            throw new MpiFailure(
                    ErrorClass.PORT,
                    "no such port of this rank: port=%s; take what openPort() has returned here".formatted(name));
        }
        return port;
    }

    String close(String name) {
        own(name).close();
        open.remove(name);
        return name;
    }

    /** Says failures of this package's groups as those of MPI. */
    private static <T> T as(ErrorClass errorClass, Supplier<T> call) {
        try {
            return call.get();
        } catch (GroupException e) {
            ErrorClass of = switch (e.reason()) {
                case UNKNOWN_NAME -> ErrorClass.NAME;
                case NAME_IN_USE -> ErrorClass.SERVICE;
                default -> errorClass;
            };
            throw new MpiFailure(of, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new MpiFailure(errorClass, String.valueOf(e.getMessage()));
        }
    }

    /** Waits for a group that connects; called by all members of the group that accepts. */
    Intercommunicator accept(Communicator local, @Nullable String name, int root) {
        Port port = local.rank() == root && name != null ? open.get(name) : null;
        return as(ErrorClass.PORT, () -> Intercommunicator.accept(local, port, root));
    }

    /** Waits for the group that accepts; called by all members of the group that connects. */
    Intercommunicator connect(Communicator local, @Nullable String name, int root) {
        return as(ErrorClass.PORT, () -> Intercommunicator.connect(local, name, root));
    }

    /** Starts JVMs, and waits until they have called Init; called by all members. */
    Intercommunicator spawn(Communicator local, List<SpawnCommand> commands, int root) {
        return as(ErrorClass.SPAWN, () -> Intercommunicator.spawn(local, commands, root));
    }

    /** Returns so many commands for each of several programs, on the hosts that the hints name. */
    static List<SpawnCommand> commands(
            String[] programs,
            String @Nullable [] @Nullable [] arguments,
            int[] numbers,
            @Nullable Info @Nullable [] hints) {
        List<SpawnCommand> commands = new ArrayList<>();
        for (int i = 0; i < programs.length; i++) {
            String[] given = arguments == null || arguments[i] == null ? new String[0] : arguments[i];
            SpawnCommand here = SpawnCommand.of(programs[i], given);
            Info hint = hints == null ? null : hints[i];
            String host = hint == null ? null : hint.value("host");
            SpawnCommand command = host == null ? here : here.onHost(host);
            for (int each = 0; each < numbers[i]; each++) {
                commands.add(command);
            }
        }
        if (commands.isEmpty()) {
            throw new MpiFailure(ErrorClass.SPAWN, "no process is to be spawned: commands=" + programs.length);
        }
        return commands;
    }

    String publish(String service, String name) {
        Port port = own(name);
        return as(ErrorClass.SERVICE, () -> {
            port.publish(service);
            return service;
        });
    }

    String unpublish(String service, String name) {
        Port port = own(name);
        try {
            port.unpublish(service);
            return service;
        } catch (GroupException e) {
            throw new MpiFailure(ErrorClass.SERVICE, String.valueOf(e.getMessage()));
        }
    }

    String lookup(String service) {
        return as(ErrorClass.NAME, () -> world.lookup(service));
    }
}
