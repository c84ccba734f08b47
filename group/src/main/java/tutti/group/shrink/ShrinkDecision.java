package tutti.group.shrink;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.Shrink;
import tutti.group.registry.GroupDescriptions;

/** What was decided, and which processes wait to be told of it by this one. Not thread-safe. */
final class ShrinkDecision {
    private final GroupDescription old;
    private final ShrinkEnvironment outside;
    /** What the processes have promised themselves to that wait to be told by this one. */
    private final Map<Integer, Ballot> relying = new HashMap<>();

    private @Nullable GroupDescription decided;
    private Ballot decidedIn = Ballot.NONE;
    private final BitSet unreached = new BitSet(); // see make

    ShrinkDecision(GroupDescription old, ShrinkEnvironment outside) {
        this.old = old;
        this.outside = outside;
    }

    boolean isMade() {
        return decided != null;
    }

    /**
     * Keeps what was decided.
     *
     * @param lostToCoordinator processes of the group that only others than the coordinator can tell
     */
    void make(GroupDescription group, Ballot ballot, IntStream lostToCoordinator) {
        decided = group;
        decidedIn = ballot;
        lostToCoordinator.forEach(unreached::set);
    }

    /** Returns the processes that hear of it from the coordinator. */
    private BitSet toldByCoordinator() {
        BitSet told = GroupDescriptions.hosts(Objects.requireNonNull(decided));
        told.andNot(unreached);
        return told;
    }

    /** A process waits for this one to tell it of a decision. */
    void relies(int process, Ballot promisedThere) {
        relying.put(process, promisedThere);
    }

    /** Processes have heard from this one what comes of the attempt, and wait no more. */
    void haveHeard(List<Integer> processes) {
        processes.forEach(relying::remove);
    }

    /** Returns the latest round that a process has promised itself to that waits and is not lost; -1 if none waits. */
    long latestRound(IntPredicate isLost) {
        return relying.entrySet().stream()
                .filter(entry -> !isLost.test(entry.getKey()))
                .mapToLong(entry -> entry.getValue().round())
                .max()
                .orElse(-1);
    }

    /**
     * Tells processes of the decision: those that wait for it, and of the others those that are not told otherwise.
     *
     * @param hasCoordinated whether others may still rely on this process as a coordinator, which tells all
     */
    void tell(IntStream processes, boolean hasCoordinated) {
        BitSet told = hasCoordinated ? new BitSet() : toldByCoordinator();
        processes
                .filter(process -> relying.containsKey(process) || !told.get(process))
                .forEach(process -> tell(process, relying.getOrDefault(process, Ballot.NONE)));
    }

    /**
     * Tells a process that has promised itself to an attempt, and would not believe what was decided in an earlier one.
     */
    void tell(int process, Ballot promisedThere) {
        if (decided != null) {
            Ballot believed = promisedThere.compareTo(decidedIn) > 0 ? promisedThere : decidedIn;
            Shrink.Builder message =
                    Shrink.newBuilder().setBallot(believed.message()).setDecide(decided);
            unreached.stream().forEach(message::addUnreached);
            outside.send(process, message.setGroup(old).build());
        }
    }
}
