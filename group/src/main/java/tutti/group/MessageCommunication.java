package tutti.group;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Status;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;

/** A member's place in a group, and the messages of a {@link Communicator}: objects, and single buffers. */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
abstract class MessageCommunication {

    /** In place of the rank of a source, in a receive or a probe: a message of any member is accepted. */
    public static final int ANY_SOURCE = Endpoint.ANY;

    /** In place of a tag: a receive or a probe of the view accepts messages with any. */
    public static final int ANY_TAG = Endpoint.ANY;

    /**
     * In place of a rank, in messages: nothing is sent there, and what is received from there is null, or changes no
     * buffer. A probe of it finds such a message at once.
     */
    public static final int NO_MEMBER = Integer.MIN_VALUE + 1;

    final Calls calls = new Calls(this);

    MessageCommunication() {}

    /** Returns this member's rank in the group, in [0, {@link #size()}). */
    public abstract int rank();

    /** Returns the number of members of the group. */
    public abstract int size();

    /** Returns the name under which the group was built. */
    public abstract String name();

    /** Returns the tag of this view's messages, or {@link #ANY_TAG}. */
    public abstract int tag();

    /** Returns the context of the group in which this view's messages travel. */
    abstract int context();

    /** Returns this member's endpoint for one operation that begins now. */
    abstract Endpoint begin();

    /** Returns this member's endpoint for something that is no operation in records. */
    abstract Endpoint unrecorded(int source);

    /** Does this member's part in a collective operation, which begins now. */
    abstract <T extends @Nullable Object> T run(Call<T> call);

    /** Starts this member's part in a collective operation. */
    abstract <T extends @Nullable Object> Request<T> start(Call<T> call);

    final Endpoint destination(int destination) {
        checkDestination(destination);
        return begin();
    }

    /** Refuses a rank that is not in the group, and every rank in a view that has no tag to send. */
    final void checkDestination(int destination) {
        check("destination", destination);
        if (tag() == ANY_TAG) {
            throw new IllegalArgumentException(
                    "a send needs a tag: destination=%d group=%s; use withTag(tag)".formatted(destination, name()));
        }
    }

    final Endpoint source(int source) {
        checkSource(source);
        return begin();
    }

    /** Returns what is known of a message from {@link #NO_MEMBER}. */
    final Status nothing() {
        return new Status(NO_MEMBER, tag(), 0, null, 0);
    }

    /** Refuses a rank that is not in the group, and is not {@link #ANY_SOURCE}. */
    final void checkSource(int source) {
        if (source != ANY_SOURCE) {
            check("source", source);
        }
    }

    /** Refuses a rank that is not in the group. */
    final void check(String role, int rank) {
        if (rank == ANY_SOURCE) {
            throw new IllegalArgumentException(
                    "%s cannot be any rank: %s=ANY_SOURCE group=%s; only a receive or a probe takes ANY_SOURCE"
                            .formatted(role, role, name()));
        }
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException(
                    "%s must lie in [0, %d): %s=%d group=%s; pass a rank of the group, from 0 to %d"
                            .formatted(role, size(), role, rank, name(), size() - 1));
        }
    }

    // ---------------------------------------------------------------- messages

    /**
     * Sends a value to a member and waits until that member has received it.
     *
     * @param value any serializable object, null, or a {@link DirectBuffer}, whose elements are sent
     * @param destination rank of the receiver; sending to oneself waits until another thread receives
     */
    public void sendSync(@Nullable Object value, int destination) {
        if (destination != NO_MEMBER) {
            Messages.sendSync(destination(destination), value, destination, context(), tag());
        }
    }

    /**
     * Sends a value to a member without waiting for a receive, also to oneself.
     *
     * <p>Waits only for room: a member may have sent another about 16 MiB in a group (see {@link
     * tutti.messaging.config.Job#windowBytes}) that the other has not received yet; one message of any size may exceed
     * it. The receiver can match a message that waits for room, and then it waits no longer. If a deadline or an
     * interrupt ends the wait, the message is delivered nevertheless.
     *
     * @param value any serializable object, null, or a {@link DirectBuffer}, whose elements are sent: they are captured
     *     before this returns, so that the buffer may be written again at once
     * @param destination rank of the receiver
     */
    public void sendAsync(@Nullable Object value, int destination) {
        if (destination != NO_MEMBER) {
            Messages.sendAsync(destination(destination), value, destination, context(), tag());
        }
    }

    /**
     * Receives the next value from a member, or from any, waiting until there is one.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}; {@link #receiveWithStatus(int)} says which it was
     * @return the value; a {@link ClassCastException} at the caller means that the sender sent another type
     */
    public <T extends @Nullable Object> T receive(int source) {
        return cast(source == NO_MEMBER ? null : Messages.receive(source(source), source, context(), tag()));
    }

    /**
     * Receives the next value as {@link #receive(int)} does, and says who sent it, with which tag, and how much it was.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public <T extends @Nullable Object> Received<T> receiveWithStatus(int source) {
        return cast(
                source == NO_MEMBER
                        ? new Received<@Nullable Object>(null, nothing())
                        : Messages.receiveWithStatus(source(source), source, context(), tag()));
    }

    /**
     * Waits until there is a message that a receive would take, and says who sent it, with which tag, and how much it
     * is.
     *
     * <p>It stays, so another thread of the member may receive it: {@link #matchedProbe} takes it.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public Status probe(int source) {
        return source == NO_MEMBER ? nothing() : Messages.probe(source(source), source, context(), tag());
    }

    /** Says what {@link #probe} would of a message that is there now; empty if there is none. Does not wait. */
    public Optional<Status> tryProbe(int source) {
        if (source == NO_MEMBER) {
            return Optional.of(nothing());
        }
        return Optional.ofNullable(unrecorded(source).messages().probe(source, context(), tag()))
                .map(Messages::statusOf);
    }

    /**
     * Waits until there is a message, and takes it, to be received later.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     */
    public ProbedMessage matchedProbe(int source) {
        return source == NO_MEMBER
                ? new ProbedMessage(begin(), nothing(), null)
                : Messages.matchedProbe(source(source), source, context(), tag());
    }

    /** Takes a message that is there now, to be received later; empty if there is none. Does not wait. */
    public Optional<ProbedMessage> tryMatchedProbe(int source) {
        if (source == NO_MEMBER) {
            return Optional.of(matchedProbe(source));
        }
        Endpoint endpoint = unrecorded(source);
        return Optional.ofNullable(endpoint.messages().tryReceive(source, context(), tag()))
                .map(message -> new ProbedMessage(endpoint, Messages.statusOf(message), message));
    }

    /**
     * Sends a value as by {@link #sendAsync}, and receives one.
     *
     * @param destination rank of the receiver
     * @param source rank of the sender
     */
    public <T extends @Nullable Object> T sendReceive(@Nullable Object value, int destination, int source) {
        if (source != NO_MEMBER) {
            checkSource(source); // before anything is sent
        }
        sendAsync(value, destination);
        return receive(source);
    }

    /**
     * Exchanges values with a member that calls this too, with this member as its peer.
     *
     * @param peer rank of the other; with oneself it returns a copy of the value
     * @return the peer's value
     */
    public <T extends @Nullable Object> T rendezvous(@Nullable Object value, int peer) {
        sendAsync(value, peer);
        return receive(peer);
    }

    // values travel as objects; their types are the callers' to match, as in every message
    @SuppressWarnings({"unchecked", "NullAway"})
    private static <T extends @Nullable Object> T cast(@Nullable Object value) {
        return (T) value;
    }
}
