package tutti.group.shrink;

import java.util.Comparator;
import tutti.group.proto.Shrink;
import tutti.group.proto.ShrinkBallot;

/**
 * An attempt to bring about a decision; a process that has promised itself to one takes no part in earlier ones.
 *
 * @param round higher than that of every attempt its coordinator has heard of
 * @param coordinator index of the process that attempts it
 */
record Ballot(long round, int coordinator) implements Comparable<Ballot> {
    /** Before all attempts. */
    static final Ballot NONE = new Ballot(0, -1);

    /** After all attempts. */
    static final Ballot LAST = new Ballot(Long.MAX_VALUE, Integer.MAX_VALUE);

    private static final Comparator<Ballot> ORDER =
            Comparator.comparingLong(Ballot::round).thenComparingInt(Ballot::coordinator);

    static Ballot of(ShrinkBallot message) {
        return new Ballot(message.getRound(), message.getCoordinator());
    }

    ShrinkBallot message() {
        return ShrinkBallot.newBuilder()
                .setRound(round)
                .setCoordinator(coordinator)
                .build();
    }

    /** Begins a message in this attempt. */
    Shrink.Builder begin() {
        return Shrink.newBuilder().setBallot(message());
    }

    @Override
    public int compareTo(Ballot other) {
        return ORDER.compare(this, other);
    }
}
