package mpi;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.NonBlockingCommunicator;
import tutti.group.Received;
import tutti.messaging.Status;

/** Makes the messages of a {@link Comm}. */
final class CommMessages {
    /** How a send ends. */
    enum Mode {
        STANDARD,
        SYNCHRONOUS,
        BUFFERED
    }

    /** Bytes that an object counts as in the attached buffer, and in a packed message's size. */
    static final int OBJECT_BYTES = 64;

    private CommMessages() {}

    /** Returns what to give the core: a view of the items, or the objects. */
    private static Object data(Items items) {
        return items.isObject() ? items.outgoing() : items.view();
    }

    /** Refuses items that cannot be sent or received; returns the peer. */
    static int check(Items items, int peer) {
        if (items.isObject()) {
            items.checkRoom();
        } else {
            var _ = items.view();
        }
        return peer;
    }

    static void send(Place place, Items items, int dest, int tag) {
        Object data = data(items);
        int destination = place.destination(dest, tag);
        place.messages(tag).sendAsync(data, destination);
    }

    static void sendSync(Place place, Items items, int dest, int tag) {
        Object data = data(items);
        int destination = place.destination(dest, tag);
        place.messages(tag).sendSync(data, destination);
    }

    static Pending start(Place place, String call, Mode mode, Items items, int dest, int tag) {
        Object data = data(items);
        int destination = place.destination(dest, tag);
        NonBlockingCommunicator messages = place.messages(tag).nonBlocking();
        return switch (mode) {
            case STANDARD -> Pending.send(place, call, messages.sendAsync(data, destination));
            case SYNCHRONOUS -> Pending.send(place, call, messages.sendSync(data, destination));
            case BUFFERED -> {
                if (destination != Communicator.NO_MEMBER) {
                    place.state().bufferedSends().send(packedBytes(items), () -> messages.sendAsync(data, destination));
                }
                yield Pending.send(place, call, null); // captured: the program may change its buffer
            }
        };
    }

    /** Returns how much room items take. */
    static long packedBytes(Items items) {
        return items.count() * items.type().map().size() * (items.isObject() ? OBJECT_BYTES : 1);
    }

    static mpi.Status receive(Place place, Items items, int source, int tag) {
        int from = place.source(source, tag);
        Communicator messages = place.messages(tag);
        if (items.isObject()) {
            items.checkRoom();
            return taken(place, items, messages.receiveWithStatus(from));
        }
        return mpi.Status.of(place, messages.receiveWithStatus(items.view(), from), items.type());
    }

    private static mpi.Status taken(Place place, Items items, Received<?> received) {
        boolean isNobody = received.source() == Communicator.NO_MEMBER;
        int objects = isNobody ? 0 : items.take(received.value());
        return mpi.Status.of(place, received.status(), items.type(), objects);
    }

    static Pending startReceive(Place place, String call, Items items, int source, int tag) {
        int from = place.source(source, tag);
        NonBlockingCommunicator messages = place.messages(tag).nonBlocking();
        if (items.isObject()) {
            items.checkRoom();
            return new Pending(place, call, messages.receiveWithStatus(from), result -> {
                if (result instanceof Received<?> received) {
                    return taken(place, items, received);
                }
                throw new IllegalStateException("no message: " + result);
            });
        }
        return new Pending(place, call, messages.receiveWithStatus(items.view(), from), result -> {
            if (result instanceof Status status) {
                return mpi.Status.of(place, status, items.type());
            }
            throw new IllegalStateException("no status: " + result);
        });
    }

    static mpi.Status sendReceive(
            Place place, Items send, int dest, int sendtag, Items receive, int source, int recvtag) {
        place.source(source, recvtag); // before anything is sent
        var _ = start(place, "Sendrecv", Mode.STANDARD, send, dest, sendtag); // captured: cannot fail later
        return receive(place, receive, source, recvtag);
    }

    static mpi.Status probe(Place place, int source, int tag) {
        int from = place.source(source, tag);
        return mpi.Status.of(place, place.messages(tag).probe(from));
    }

    static mpi.@Nullable Status tryProbe(Place place, int source, int tag) {
        int from = place.source(source, tag);
        if (from == Communicator.NO_MEMBER) {
            return probe(place, source, tag);
        }
        Optional<Status> found = place.messages(tag).tryProbe(from);
        return found.isPresent() ? mpi.Status.of(place, found.get()) : null;
    }
}
