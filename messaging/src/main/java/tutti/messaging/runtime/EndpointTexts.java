package tutti.messaging.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Status;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.ArrayShape;
import tutti.serialization.DirectBuffer;

/** Names the operations of a member, and makes exceptions about members of its group. Thread-safe. */
public final class EndpointTexts {
    private final Member member;

    EndpointTexts(Member member) {
        this.member = member;
    }

    /** Returns the failure that broke the group, or null; tells no member of it. */
    public @Nullable MemberFailedException failureOfGroup() {
        return member.state().failure();
    }

    /** Makes the exception of members that wait for one that failed in a call. */
    public MemberFailedException failureOf(int failed, String text, @Nullable Throwable cause) {
        return member.failureOf(failed, text, cause);
    }

    /**
     * Returns what others are told of this member's failure: who it is, where, and why; of another's failure, that one.
     */
    public MemberFailedException failureBecauseOf(Throwable cause) {
        return member.state().texts().failed(member.rank(), cause);
    }

    /**
     * Returns the failure of a process whose members can take no part any more.
     *
     * @param peer rank in this endpoint's group of a member of the process
     * @param lostRank lowest rank of its members in the group that the failure is about, or -1 if that is not known
     */
    public MemberFailedException lossOf(int peer, int lostRank, String message) {
        return new MemberFailedException(
                message,
                null,
                lostRank,
                member.process().peer(member.state().layout().processOf(peer)));
    }

    /**
     * Makes the exception of this member whose buffer does not fit what another one sent.
     *
     * @param call in which it was sent, or {@link CallSignature#NONE}
     */
    public BufferMismatchException bufferMismatch(int source, CallSignature call, String sent, DirectBuffer expected) {
        return bufferMismatch(
                source, call, sent, expected.shape().toString(), "let both use the same element type and length");
    }

    private BufferMismatchException bufferMismatch(
            int source, CallSignature call, String sent, String expected, String cure) {
        String where = call.equals(CallSignature.NONE)
                ? ""
                : " in " + member.state().texts().nameOf(call);
        return new BufferMismatchException("buffer does not match%s: sent=%s by %s; expected=%s at %s; %s"
                .formatted(where, sent, member.describe(source), expected, member.describe(member.rank()), cure));
    }

    /**
     * Moves a received message into a buffer.
     *
     * @throws BufferMismatchException if it holds another type or number of elements
     */
    void fill(DirectBuffer target, Message received) {
        String sent = received.takeInto(target);
        if (sent != null) {
            throw bufferMismatch(received.source(), received.label(), sent, target);
        }
    }

    /** Moves a received message into the first elements of a buffer, and returns what is known of it. */
    Status fillFirst(DirectBuffer target, Message received) {
        ArrayShape shape = received.payload().arrayShape();
        boolean isOfType = shape != null && shape.type() == target.type();
        Status status = Status.of(received.source(), received.tag(), received.sizeBytes(), shape);
        boolean isShorter = isOfType && status.length() < target.length();
        String sent = received.takeInto(isShorter ? target.slice(0, status.length()) : target);
        if (sent != null) {
            String cure = isOfType
                    ? "receive into a buffer that is at least as long as the message"
                    : "let both use the same element type";
            throw bufferMismatch(received.source(), received.label(), sent, "at most " + target.shape(), cure);
        }
        return status;
    }

    /** Throws if this thread is in a call whose end others wait for, so that what it waits for may never come. */
    void refuseInCall(String what, int peer) {
        CallSignature call = member.activity().callOfThread();
        if (call != null) {
            throw new IllegalStateException(
                    "%s%s inside %s: here %s; an operator, a dividable object or a class that is read must not wait for members of its own group"
                            .formatted(
                                    what,
                                    peer == Pattern.ANY ? "any" : peer,
                                    member.state().texts().nameOf(call),
                                    member.describe(member.rank())));
        }
    }

    int requireTag(int tag, int destination) {
        if (tag < 0) {
            throw new IllegalArgumentException(
                    "negative tag: tag=%d %s; give one of at least 0".formatted(tag, member.describe(destination)));
        }
        return tag;
    }

    String nameOf(CallSignature label) {
        return member.state().texts().nameOf(label);
    }

    String sending(int destination, CallSignature label) {
        return label.equals(CallSignature.NONE) ? sending(destination) : nameOf(label);
    }

    static String sending(int destination) {
        return "a send to rank=" + destination;
    }

    /** Names a receive that is no part of a call, and what it does not accept of what has come. */
    String receiving(int source, int context, int tag) {
        return receiving(new Pattern(source, tag, Pattern.ANY_CALL), context);
    }

    /** Names a receive as {@link #receiving(int, int, int)} does. */
    String receiving(Pattern pattern, int context) {
        String receive = receiving(pattern.source());
        return pattern.tag() == Pattern.ANY ? receive : receive + wanted(pattern, member.queue(context));
    }

    static String receiving(int source) {
        return source == Pattern.ANY ? "a receive from any rank" : "a receive from rank=" + source;
    }

    /**
     * Returns which tag a receive wants, and a message of another that has come in its place; empty where all tags are
     * the same.
     */
    static String wanted(Pattern pattern, MatchQueue queue) {
        if (pattern.tag() == Pattern.ANY) {
            return "";
        }
        Message other = queue.findUnexpected(message -> message.label().equals(CallSignature.NONE)
                && (pattern.source() == Pattern.ANY || pattern.source() == message.source())
                && message.tag() != pattern.tag());
        String tag = " with tag=" + pattern.tag();
        return other == null
                ? pattern.tag() == 0 ? "" : tag
                : "%s, while no receive has taken the message from rank=%d with tag=%d"
                        .formatted(tag, other.source(), other.tag());
    }

    /**
     * Returns what has come for this member outside of calls, as far as it is here, and no receive has taken, and the
     * receives that still wait; null if there is neither, or the group is broken.
     */
    public @Nullable String notReceived(int context) {
        MatchQueue queue = member.queue(context);
        List<Message> messages = new ArrayList<>();
        queue.find(message -> !messages.add(message)); // takes in what has come
        int receives = queue.openReceives();
        if (member.state().broken() != null || (messages.isEmpty() && receives == 0)) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        if (!messages.isEmpty()) {
            Message first = messages.getFirst();
            parts.add("messages=%d that it has not received, the first with tag=%d from %s"
                    .formatted(messages.size(), first.tag(), member.describe(first.source())));
        }
        if (receives > 0) {
            parts.add("started receives=%d that no message has ended".formatted(receives));
        }
        return "%s leaves the group with %s; let each message have one receive"
                .formatted(member.describe(member.rank()), String.join(", and ", parts));
    }
}
