package tutti.collectives.local;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.LocalMembers;
import tutti.messaging.runtime.MemberWaitQueue;

/** The members of one group that live in one process: their slots, and how to wake them. Thread-safe. */
final class LocalGroup {
    private final LocalMembers neighbours;
    private final Locality locality;
    private final Slot[] slots;
    private final MemberWaitQueue room;
    private final PassedCalls passed = new PassedCalls(this);
    private volatile @Nullable LeaderState leaderState;

    LocalGroup(LocalMembers neighbours, int groupSize) {
        this.neighbours = neighbours;
        locality = new Locality(neighbours, groupSize);
        room = neighbours.newSpot();
        slots = new Slot[neighbours.count()];
        CallState beforeFirst = new CallState(-1);
        for (int index = 0; index < slots.length; index++) {
            slots[index] = new Slot(neighbours.newSpot(), beforeFirst);
        }
    }

    LocalMembers neighbours() {
        return neighbours;
    }

    Locality locality() {
        return locality;
    }

    /** Returns the slot of a rank that lives here. */
    Slot slot(int rank) {
        return slots[neighbours.indexOf(rank)];
    }

    /** Returns where members wait that have left as much for others as they may. */
    MemberWaitQueue room() {
        return room;
    }

    /** Returns the slots of all members, in rank order; not to be changed. */
    Slot[] slots() {
        return slots;
    }

    /** A member begins a call. */
    void begin(int rank, CallState state) {
        if (rank == locality.leader()) {
            passed.begin(state);
        }
    }

    /** Returns what the leader keeps from call to call, or null if it has made nothing. */
    @Nullable
    LeaderState leaderState() {
        return leaderState;
    }

    /** Returns what the leader keeps from call to call; made by its first call. */
    @SuppressWarnings("unchecked") // the leader always asks for the same kind of object
    <T extends LeaderState> T leaderState(Supplier<T> make) {
        LeaderState known = leaderState;
        if (known == null) {
            known = make.get();
            leaderState = known;
        }
        return (T) known;
    }

    /** Wakes the lowest rank of the process, which leads it where there is no root. */
    void wakeLeader() {
        slots[0].queue().changed();
    }

    /** Wakes all members that wait for a call. */
    void wakeAll() {
        for (Slot slot : slots) {
            slot.queue().changed();
        }
    }

    /** Wakes all members, to see whether what they wait for can still happen. */
    void alarm() {
        room.alarm();
        for (Slot slot : slots) {
            slot.queue().alarm();
        }
    }
}
