package tutti.messaging.runtime;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.PeerInfo;
import tutti.messaging.device.Undelivered;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;
import tutti.messaging.signature.Ranks;

/** Names the calls of a group, and makes the exceptions that say why a member takes no part any more. Thread-safe. */
final class FailureTexts {
    private final LocalProcess self;
    private final GroupLayout layout;

    private volatile Function<CallSignature, String> names = label -> "call number " + label.call();

    FailureTexts(LocalProcess self, GroupLayout layout) {
        this.self = self;
        this.layout = layout;
    }

    /**
     * Names the operation that a wait is part of.
     *
     * @param peer rank of the member that is awaited, or a negative number
     */
    String operation(WaitKind kind, int peer, CallSignature label) {
        if (!label.equals(CallSignature.NONE)) {
            return nameOf(label);
        }
        if (kind == WaitKind.STARTED_CALL || (kind == WaitKind.TAKING && peer < 0)) {
            return "started operations";
        }
        return "messages with " + (peer < 0 ? "any rank" : "rank=" + peer);
    }

    /** Names the operation of a wait for messages of any of some members. */
    static String messagesWith(SortedSet<Integer> ranks) {
        return "messages with " + (ranks.size() == 1 ? "rank=" + ranks.first() : "ranks=" + Ranks.text(ranks));
    }

    /** Names calls from now on, for which messaging has only numbers. */
    void nameCalls(Function<CallSignature, String> newNames) {
        names = newNames;
    }

    String nameOf(CallSignature label) {
        return names.apply(label);
    }

    private PeerInfo peerOf(int rank) {
        return self.peer(layout.processOf(rank));
    }

    /** Of one that failed, if that was not another's failure, which remains the one to tell of. */
    MemberFailedException failed(int rank, Throwable cause) {
        if (cause instanceof MemberFailedException another) {
            return another.again();
        }
        return about(rank, cause, "member failed: group=%s rank=%d %s: %s", ThrowableTexts.of(cause));
    }

    /** Of one whose time is over. */
    MemberFailedException gaveUp(int rank, Exception cause) {
        return about(rank, cause, "member gave up: group=%s rank=%d %s: %s", cause.getMessage());
    }

    /** Of one whose process was given up, so that not even what it sent before will be complete. */
    MemberFailedException cutOff(int rank, String why) {
        return about(rank, null, "message cut off: group=%s rank=%d %s: %s", why);
    }

    /** Of one that left in good order. */
    MemberFailedException left(int rank) {
        return about(
                rank,
                null,
                "member left the group while another still needs it: group=%s rank=%d %s: %s",
                "it ended normally, by a return from run, done() or leave(), or closed the file, before it did its"
                    + " part, or after it caught a failure; let all members call the same operations, with a send for"
                    + " each receive, and await what they have started");
    }

    /** Of all other members, which left in good order. */
    MemberFailedException othersLeft(List<Integer> ranks) {
        return new MemberFailedException(
                "all other members have left the group while one still waits for a message of any: group=%s ranks=%s: they ended normally, by a return from run, done() or leave(); let one of them send a message for each receive"
                        .formatted(layout.name(), Ranks.text(ranks)),
                null,
                ranks.getFirst(),
                peerOf(ranks.getFirst()));
    }

    /** Of a member that has left in good order, for its own operations afterwards. */
    MemberFailedException leftItself(int rank) {
        return about(
                rank,
                null,
                "this member has left the group: group=%s rank=%d %s: %s",
                "after done(), leave() or a return from run it takes no part in the group's operations");
    }

    private MemberFailedException about(int rank, @Nullable Throwable cause, String format, @Nullable Object last) {
        PeerInfo peer = peerOf(rank);
        return new MemberFailedException(format.formatted(layout.name(), rank, peer, last), cause, rank, peer);
    }

    /** Of members whose process was lost; the device's stack trace would tell the user nothing. */
    MemberFailedException processLost(int process, BitSet ranks, Throwable cause) {
        return new MemberFailedException(
                "process lost: group=%s ranks=%s %s: %s"
                        .formatted(layout.name(), Ranks.text(ranks), self.peer(process), cause.getMessage()),
                null,
                ranks.nextSetBit(0),
                self.peer(process));
    }

    /**
     * Of a group whose members have been told by another process that one has failed, or of no member in particular.
     */
    MemberFailedException told(int rank, String encoded) {
        ToldFailure told = ToldFailure.decode(encoded);
        return layout.has(rank)
                ? new MemberFailedException(told.text(), told.cause(), rank, peerOf(rank))
                : new MemberFailedException(told.text(), told.cause());
    }

    /**
     * Of messages that others have not confirmed when their sender's process leaves.
     *
     * @param why the first of the others was lost, or null if that is not known
     */
    static MemberFailedException undelivered(
            LocalProcess sender, List<Undelivered> all, @Nullable Throwable why, Duration silenceLimit) {
        String receivers = all.stream()
                .map(each -> "%s unsentMessages=%d unconfirmedBytes=%d"
                        .formatted(sender.peer(each.process()), each.messages(), each.unconfirmedBytes()))
                .collect(Collectors.joining(", "));
        return new MemberFailedException(
                "messages are lost, because a process has not confirmed them before this one left the job: fromProcess=%d %s to %s: %s; was it stopped or killed? let it receive sooner, or raise silence-limit=%s"
                        .formatted(
                                sender.process(),
                                sender.peer(sender.process()),
                                receivers,
                                why == null ? "it is not known to have ended" : why.getMessage(),
                                silenceLimit),
                null,
                -1,
                sender.peer(all.getFirst().process()));
    }
}
