package tutti.messaging.device;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;

/**
 * Agrees with peers that frames go another way than the connection, before the first frame of a direction is written.
 *
 * <p>A device without connections implements this; the {@link ConnectionOwner} calls it. The writer makes an offer, the
 * reader answers, and the answer holds as long as the processes do: a direction never changes its way, so frames of two
 * ways never have to be put in order. The connection stays, without frames: it proves who the peer is, and tells of its
 * end.
 *
 * <p>For each process and direction one thread calls at a time; nothing blocks.
 */
public interface Wireup {
    /** The answer of a peer that will read, or its beginning: the device may say more. */
    String ACCEPTED = "accepted";

    /** Returns whether a peer will read. */
    static boolean isAccepted(@Nullable String answer) {
        return answer != null && answer.startsWith(ACCEPTED);
    }

    /**
     * Returns what a peer must be told to read what this process will write, or null if nothing is offered.
     *
     * <p>Called before each attempt to connect, until the peer has answered. Replaces the offer before, which the peer
     * may have accepted: nothing has been written there.
     */
    @Nullable
    String offer(int process);

    /**
     * Learns what a peer has answered.
     *
     * @param answer null if it did not understand the offer, or there was none
     * @param connection carries the frames if this returns null
     * @return the way on which frames go from now on
     * @throws RuntimeException if the process must not do without; the peer then counts as lost
     */
    @Nullable
    Lane agree(int process, @Nullable String answer, FrameLink connection);

    /** The connection carries the frames, because it ends before the peer has answered. */
    void withdraw(int process, FrameLink connection);

    /** Follows an offer of a peer if that is possible; returns {@link #ACCEPTED} and what it needs, or why not. */
    String accept(int process, String offer);

    /**
     * Takes in all that a peer has written, since it writes nothing more: it has said so, or is gone.
     *
     * <p>Called before the peer is told that everything has arrived, and before the handler hears of its end.
     */
    void drain(int process);

    /**
     * Nothing more comes from a peer: what is incomplete fails. Called after {@link #drain}, and after the handler has
     * heard.
     */
    void ended(int process, Supplier<MemberFailedException> cause);
}
