package tutti.messaging.device;

import tutti.messaging.match.Envelope;
import tutti.messaging.match.Receipt;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.FailedCall;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.TuttiException;

/**
 * A small notice about a member, which overtakes nothing that was sent before it has begun to travel.
 *
 * @param kind what happened
 * @param group identity of the group
 * @param source rank of the member that the notice is about
 * @param destination rank of the member that must know, or {@link #ALL} members of the group in the process
 * @param context that a {@link Kind#TAKEN}, {@link Kind#RECEIVED} or {@link Kind#CUT_OFF} speaks of, else 0
 * @param sequence number of the message, for {@link Kind#RECEIVED} and {@link Kind#CUT_OFF}; rank of the member that
 *     all began with, for {@link Kind#FAILED}; 1 if the process is known to have ended, for {@link Kind#LOST}; number
 *     of a wait, for {@link Kind#WAIT_ANSWER}; a group, for {@link Kind#WAIT_QUESTION} and {@link Kind#DEADLOCK}
 * @param weightBytes weight of the messages that were taken so far, for {@link Kind#TAKEN} and {@link Kind#RECEIVED};
 *     index of the process that is the reason, or -1, for {@link Kind#CUT_OFF}; rank that is asked after, for {@link
 *     Kind#WAIT_QUESTION}; what is known of the waits of others, for {@link Kind#WAIT_ANSWER}
 * @param text explanation for people, for {@link Kind#FAILED}, {@link Kind#CALL_FAILED}, {@link Kind#LOST}, {@link
 *     Kind#ANSWER} and {@link Kind#DEADLOCK}; who waits for whom, for {@link Kind#WAIT_ANSWER}
 * @param label of the call that the source is in, for {@link Kind#QUESTION} and {@link Kind#ANSWER}, or that has failed
 */
public record Notice(
        Kind kind,
        long group,
        int source,
        int destination,
        int context,
        long sequence,
        long weightBytes,
        String text,
        CallSignature label) {
    /** The destination of a notice for all members of the group in a process. */
    public static final int ALL = -1;

    /** What a notice says; the code of each is part of the wire format, where 0 stands for a chunk of a message. */
    public enum Kind {
        /** The source has taken messages that the destination sent it. */
        TAKEN(1),
        /** The source has left the group in good order. */
        LEFT(2),
        /** The source failed, or the process that hosted it was lost. */
        FAILED(3),
        /** The process whose index is the source was lost; the lowest that is left tells all others. */
        LOST(4),
        /** The rest of a message from the source, of which a part has been sent, will never come. */
        CUT_OFF(5),
        /** The process still runs; about no group. */
        ALIVE(6),
        /** The source has waited long, and wants to know what the destination is doing. */
        QUESTION(7),
        /** What the source is doing. */
        ANSWER(8),
        /**
         * Something has changed in the memory that the group's processes share, in which the destination waits asleep.
         */
        KNOCK(9),
        /** A collective call of the group has failed in the source, and the group still works. */
        CALL_FAILED(10),
        /** The source has taken one message, for which the destination waits. */
        RECEIVED(11),
        /** A process wants to know in which wait a member of another is; the group is that of all processes. */
        WAIT_QUESTION(12),
        /** In which wait a member of the source, which is a process, is. */
        WAIT_ANSWER(13),
        /** A process has found out that members wait only for each other. */
        DEADLOCK(14);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        static Kind ofCode(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new TuttiException("malformed frame: kind=" + code);
        }
    }

    /** A receiver has taken messages. */
    public static Notice of(Receipt receipt) {
        Envelope message = receipt.message();
        return new Notice(
                receipt.isAwaited() ? Kind.RECEIVED : Kind.TAKEN,
                message.group(),
                /* source= */ message.destination(),
                /* destination= */ message.source(),
                message.context(),
                message.sequence(),
                receipt.takenBytes(),
                "",
                CallSignature.NONE);
    }

    /**
     * The rest of a message will never come.
     *
     * @param lost index of the process that is the reason, or -1 if none is
     */
    public static Notice cutOff(Envelope message, int lost) {
        return new Notice(
                Kind.CUT_OFF,
                message.group(),
                message.source(),
                message.destination(),
                message.context(),
                message.sequence(),
                lost,
                "",
                CallSignature.NONE);
    }

    public static Notice left(long group, int rank) {
        return new Notice(Kind.LEFT, group, rank, ALL, 0, 0, 0, "", CallSignature.NONE);
    }

    /**
     * A process was lost.
     *
     * @param ended whether it is known to have ended
     */
    public static Notice lost(int process, String text, boolean ended) {
        return new Notice(Kind.LOST, 0, process, ALL, 0, ended ? 1 : 0, 0, text, CallSignature.NONE);
    }

    /** Returns whether a {@link Kind#LOST} process is known to have ended. */
    public boolean saysEnded() {
        return sequence == 1;
    }

    /**
     * A member has failed, or has given up.
     *
     * @param rank the one that is gone, or {@link #ALL} if none is
     * @param first the one whose failure was the first
     */
    public static Notice failed(long group, int rank, int first, String text) {
        return new Notice(Kind.FAILED, group, rank, ALL, 0, first, 0, text, CallSignature.NONE);
    }

    /** A collective call has failed; the number of the sequence is the kind, that of the weight whom it is about. */
    public static Notice callFailed(long group, FailedCall failed) {
        return new Notice(
                Kind.CALL_FAILED,
                group,
                failed.rank(),
                ALL,
                0,
                failed.kind(),
                failed.about(),
                failed.text(),
                failed.call());
    }

    /** Returns what a {@link Kind#CALL_FAILED} says. */
    public FailedCall failedCall() {
        return new FailedCall(label, source, (int) sequence, (int) weightBytes, text);
    }

    public static Notice alive(int process) {
        return new Notice(Kind.ALIVE, 0, process, ALL, 0, 0, 0, "", CallSignature.NONE);
    }

    public static Notice question(long group, int asker, int rank, CallSignature label) {
        return new Notice(Kind.QUESTION, group, asker, rank, 0, 0, 0, "", label);
    }

    public static Notice answer(long group, int rank, int asker, CallSignature label, String text) {
        return new Notice(Kind.ANSWER, group, rank, asker, 0, 0, 0, text, label);
    }

    /** A process asks another after a member that it hosts. */
    public static Notice waitQuestion(int asker, int process, long group, int rank) {
        return betweenProcesses(Kind.WAIT_QUESTION, asker, process, group, rank, "");
    }

    /**
     * A process tells another of a member's wait.
     *
     * @param wait its number
     * @param known what the member knows of the waits of those that it waits for
     * @param text who waits for whom
     */
    public static Notice waitAnswer(int process, int asker, int wait, long known, String text) {
        return betweenProcesses(Kind.WAIT_ANSWER, process, asker, wait, known, text);
    }

    /** A process tells another that members wait only for each other, of which some wait there in a group. */
    public static Notice deadlock(int finder, int process, long group, String text) {
        return betweenProcesses(Kind.DEADLOCK, finder, process, group, 0, text);
    }

    private static Notice betweenProcesses(Kind kind, int from, int to, long sequence, long weight, String text) {
        return new Notice(kind, GroupLayout.JOB, from, to, 0, sequence, weight, text, CallSignature.NONE);
    }

    public static Notice knock(long group, int rank, int sleeper) {
        return new Notice(Kind.KNOCK, group, rank, sleeper, 0, 0, 0, "", CallSignature.NONE);
    }
}
