package tutti.messaging;

import tutti.serialization.TuttiException;

/**
 * A small notice about a member, which overtakes nothing that was sent before it has begun to travel.
 *
 * @param kind what happened
 * @param group identity of the group
 * @param source rank of the member that the notice is about
 * @param destination rank of the member that must know, or -1 for all members of the group in the process
 * @param tag stream that a {@link Kind#TAKEN} or {@link Kind#CUT_OFF} speaks of, else 0
 * @param sequence messages of the stream that were taken so far, for {@link Kind#TAKEN}; number of the message, for
 *     {@link Kind#CUT_OFF}
 * @param weightBytes weight of the messages that were taken so far, for {@link Kind#TAKEN}
 * @param text explanation for people, for {@link Kind#FAILED} and {@link Kind#LOST}
 */
record Signal(
        Kind kind, long group, int source, int destination, int tag, long sequence, long weightBytes, String text) {

    /** What a notice says; the code of each is part of the wire format, where 0 stands for a chunk of a message. */
    enum Kind {
        /** The source has taken messages that the destination sent it. */
        TAKEN(1),
        /** The source has left the group in good order. */
        LEFT(2),
        /** The source failed, or the process that hosted it was lost. */
        FAILED(3),
        /** The process whose index is the source was lost; process 0 tells all others, whatever groups they have. */
        LOST(4),
        /** The rest of a message from the source, of which a part has been sent, will never come. */
        CUT_OFF(5);

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

    static Signal taken(Frame.Key last, long sequence, long weightBytes) {
        int taker = last.destination();
        int sender = last.source();
        return new Signal(Kind.TAKEN, last.group(), taker, sender, last.tag(), sequence, weightBytes, "");
    }

    static Signal cutOff(Frame.Key key) {
        return new Signal(Kind.CUT_OFF, key.group(), key.source(), key.destination(), key.tag(), key.sequence(), 0, "");
    }

    static Signal left(long group, int rank) {
        return new Signal(Kind.LEFT, group, rank, -1, 0, 0, 0, "");
    }

    static Signal lost(int process, String text) {
        return new Signal(Kind.LOST, 0, process, -1, 0, 0, 0, text);
    }

    static Signal failed(long group, int rank, String text) {
        return new Signal(Kind.FAILED, group, rank, -1, 0, 0, 0, text);
    }
}
