package tutti.group.shrink;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.proto.Shrink;
import tutti.group.registry.GroupDescriptions;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;

/** Ties one process' part in a shrink to its members and mailboxes; used by the thread that runs the shrinks only. */
final class ShrinkPart<G> implements ShrinkEnvironment {
    private final GroupDescription old;
    private final Shrinks<G> shrinks;
    private final Map<Long, Integer> ranks = new HashMap<>(); // of the members here that are alive, by handle
    private final List<CompletableFuture<List<Integer>>> questions = new ArrayList<>();
    private final CompletableFuture<@Nullable G> outcome = new CompletableFuture<>();
    private final Shrinking protocol;
    private @Nullable Endpoint place; // that of one of the members here in the old group, until the shrink is over
    private @Nullable ProposedGroup<G> open;
    private @Nullable GroupDescription undecided; // the one that is open
    private final List<Runnable> afterDecision = new ArrayList<>();
    private final Set<Long> abandoned = new HashSet<>(); // identities of groups

    ShrinkPart(GroupDescription old, Shrinks<G> shrinks) {
        this.old = old;
        this.shrinks = shrinks;
        BitSet alive = new BitSet();
        for (int rank = 0; rank < old.getMembersCount(); rank++) {
            MemberReference reference = old.getMembers(rank);
            Endpoint endpoint =
                    reference.getProcess() == process() ? shrinks.endpoint(reference.getHandle(), old.getId()) : null;
            if (endpoint != null) { // a member that has forgotten the group never calls
                alive.set(rank);
                ranks.put(reference.getHandle(), rank);
                place = endpoint;
            }
        }
        protocol = new Shrinking(old, alive, this);
    }

    Shrinking protocol() {
        return protocol;
    }

    /** The group in which the members of this process continue, null if it is the larger one, or why they do not. */
    CompletableFuture<@Nullable G> outcome() {
        return outcome;
    }

    void gone(long handle) {
        Integer rank = ranks.remove(handle);
        if (rank != null) {
            protocol.gone(rank);
        }
    }

    /** Returns whether members here may be in a group, and do not know yet. */
    boolean isUndecidedAbout(long group) {
        return undecided != null && undecided.getId() == group;
    }

    /** Runs an action as soon as that is known. */
    void afterDecision(Runnable action) {
        afterDecision.add(action);
    }

    private void known() {
        undecided = null;
        List<Runnable> actions = List.copyOf(afterDecision);
        afterDecision.clear();
        actions.forEach(Runnable::run);
    }

    void ask(CompletableFuture<List<Integer>> question) {
        questions.add(question);
        protocol.askWhoIsSilent();
    }

    @Override
    public int process() {
        return shrinks.process();
    }

    @Override
    public boolean isLost(int process) {
        return shrinks.isLost(process);
    }

    @Override
    public boolean hasEnded(int process) {
        return shrinks.hasEnded(process);
    }

    @Override
    public boolean hasGrown() {
        return shrinks.hasGrown(old);
    }

    @Override
    public boolean sealGrowth() {
        return shrinks.sealGrowth(old);
    }

    @Override
    public void isolated(List<Integer> processes) {
        BitSet reached = new BitSet();
        processes.forEach(reached::set);
        place = null;
        outcome.completeExceptionally(new MemberFailedException(
                "too few processes are reached to continue: group=%s process=%d reached=%s of processes=%s; the others may have continued without these, so the job must be started again; see docs/shrink.md"
                        .formatted(old.getName(), process(), reached, GroupDescriptions.hosts(old)),
                null));
    }

    @Override
    public void send(int process, Shrink message) {
        if (place != null && (message.hasSeek() || message.hasCall())) {
            place.passOnFailure(process); // its members shall not take the shrink for the cause
        }
        shrinks.send(process, message);
    }

    @Override
    public long newGroupId() {
        return shrinks.newGroupId();
    }

    @Override
    public void revoke() {
        if (place != null) {
            place.revoke("group is being shrunk: group=%s; call shrink to continue with the others, or leave"
                    .formatted(old.getName()));
        }
    }

    @Override
    public void open(GroupDescription proposed) {
        open = shrinks.open(proposed);
        undecided = proposed;
    }

    @Override
    public void abandon(GroupDescription proposed) {
        abandoned.add(proposed.getId());
        if (open != null) {
            open.abandon("the survivors have agreed on another group than group=%s id=%d"
                    .formatted(proposed.getName(), proposed.getId()));
            open = null;
            known();
        }
    }

    @Override
    public boolean hasAbandoned(GroupDescription proposed) {
        return abandoned.contains(proposed.getId());
    }

    @Override
    public void decided(GroupDescription group) {
        place = null;
        boolean isInLarger = group.getGrown() && sealGrowth();
        shrinks.resolveGrowth(old, group.getGrown());
        if (isInLarger) {
            outcome.complete(null);
            return;
        }
        if (open != null) { // what was proposed last is what was decided, else it would have been abandoned
            open.joinOrLeave();
            outcome.complete(open.group());
            open = null;
            known();
            return;
        }
        // decided by processes that had lost this one for a while
        if (GroupDescriptions.hosts(group).get(process()) && !group.getGrown() && !hasAbandoned(group)) {
            shrinks.open(group).abandon("process was taken for lost: process=" + process());
        }
        outcome.completeExceptionally(new MemberFailedException(
                "this process was given up by the others, who continue without it: group=%s process=%d survivors=%s"
                        .formatted(old.getName(), process(), GroupDescriptions.hosts(group)),
                null));
    }

    @Override
    public void silent(List<Integer> ranks) {
        questions.forEach(question -> question.complete(ranks));
        questions.clear();
    }
}
