package tutti.messaging.runtime;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.match.Pattern;
import tutti.messaging.progress.Deadline;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.Ranks;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.TuttiException;

/**
 * Looks after one wait of a member: keeps its deadline, asks the others what they are doing, and complains in the log.
 *
 * <p>Used by the waiting thread alone.
 */
final class MemberWaitMonitor implements WaitMonitor {
    /** In place of a rank: members of this process are awaited, of which all is known. */
    static final int NEIGHBOURS = -1;

    /** In place of a rank: any members of the group are awaited. */
    static final int ALL = -2;

    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_COMPLAINT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long COMPLAIN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final Member member;
    private final CallContext call;
    private final @Nullable Supplier<String> what;
    private final String awaited;
    private final int peer;
    private final int recordedPeer;
    private final CallSignature label;
    private long askAtNanos = QUIET_NANOS;
    private long complainAtNanos = FIRST_COMPLAINT_NANOS;
    private boolean noticed;
    private boolean askedAll;

    /**
     * Looks after a wait for one member.
     *
     * @param awaited what is to come from it
     * @param label of the call that this member is in, or {@link CallSignature#NONE}
     */
    MemberWaitMonitor(Member member, CallContext call, String awaited, int peer, CallSignature label) {
        this(member, call, null, awaited, peer, peer, label);
    }

    /**
     * Looks after a wait that needs a longer name.
     *
     * @param peers rank of the member that is awaited, or {@link #NEIGHBOURS} or {@link #ALL}
     * @param awaitedRank the member that can end it, or -1 if it is not known
     */
    MemberWaitMonitor(
            Member member, CallContext call, Supplier<String> what, int peers, int awaitedRank, CallSignature label) {
        this(member, call, what, "", peers, awaitedRank < 0 ? peers : awaitedRank, label);
    }

    private MemberWaitMonitor(
            Member member,
            CallContext call,
            @Nullable Supplier<String> what,
            String awaited,
            int peer,
            int recordedPeer,
            CallSignature label) {
        this.member = member;
        this.call = call;
        this.what = what;
        this.awaited = awaited;
        this.peer = peer;
        this.recordedPeer = recordedPeer;
        this.label = label;
    }

    /** Looks after a wait for one member, or for {@link Pattern#ANY}; services wait as long as their job lasts. */
    static WaitMonitor of(Member member, CallContext call, String awaited, int peer, CallSignature label) {
        if (call.limit() == null && !member.state().layout().failsAsWhole()) {
            return () -> awaited + ": " + member.between("peer", peer);
        }
        return peer == Pattern.ANY
                ? new MemberWaitMonitor(
                        member, call, () -> awaited + ": " + member.between("peer", peer), ALL, ALL, label)
                : new MemberWaitMonitor(member, call, awaited, peer, label);
    }

    /** Looks after a wait for members of this process, or for any. */
    static WaitMonitor of(Member member, CallContext call, CallSignature label, MemberWaitQueue.Awaited<?> awaited) {
        int peers = awaited.isForOthers() ? ALL : NEIGHBOURS;
        return new MemberWaitMonitor(member, call, awaited::describe, peers, awaited.awaitedRank(), label);
    }

    @Override
    public String what() {
        return what != null ? what.get() : awaited + ": " + member.between("peer", peer);
    }

    @Override
    public boolean isPrecise() {
        return call.limit() != null;
    }

    @Override
    public boolean isTimed() {
        return call.record() != null;
    }

    @Override
    public void waited(long nanos) {
        OperationRecord record = call.record();
        if (record != null) {
            record.waited(recordedPeer, nanos);
        }
    }

    @Override
    public long tick(long waitedNanos) {
        long next = Math.min(askAtNanos, complainAtNanos) - waitedNanos;
        if (next <= 0) {
            overdue(waitedNanos);
            next = Math.min(askAtNanos, complainAtNanos) - waitedNanos;
        }
        Deadline limit = call.limit();
        return limit == null ? next : Math.min(next, untilLimit(limit));
    }

    private long untilLimit(Deadline known) {
        long left = known.leftNanos();
        long untilAsking = left - known.answersTakeNanos();
        if (untilAsking <= 0 && !askedAll) {
            askedAll = true;
            member.stallReporter().askAll(member.rank(), label);
        }
        return askedAll ? left : untilAsking;
    }

    private void overdue(long waitedNanos) {
        if (!noticed) {
            noticed = true;
            member.activity()
                    .startLongWait(new CallTracker.LongWait(
                            this, peer, label, this::what, member.scheduling().nanoTime() - waitedNanos));
        }
        if (waitedNanos >= askAtNanos) {
            if (peer >= 0) {
                member.stallReporter().ask(member.rank(), peer, label);
            } else if (peer == ALL) {
                member.stallReporter().askAll(member.rank(), label);
            }
            // and again so that the next complaint can tell the answer
            askAtNanos = askAtNanos < complainAtNanos - QUIET_NANOS
                    ? complainAtNanos - QUIET_NANOS
                    : complainAtNanos + COMPLAIN_EVERY_NANOS - QUIET_NANOS;
        }
        if (waitedNanos >= complainAtNanos) {
            complainAtNanos += COMPLAIN_EVERY_NANOS;
            member.stallReporter().complain(member, peer, label, this::what, waitedNanos);
        }
    }

    @Override
    public TuttiException expired() {
        return gaveUp(Objects.requireNonNull(call.limit(), "has a limit"));
    }

    /** Makes the exception of a member whose time is over, and breaks the group if others wait for its part. */
    private DeadlineExceededException gaveUp(Deadline limit) {
        StallReporter inquiries = member.stallReporter();
        List<Integer> silent = inquiries.silent(member.rank(), peer, label);
        String operation = member.operation(peer, label);
        DeadlineExceededException exceeded = new DeadlineExceededException(
                "deadline exceeded: operation=[%s] deadline=%s %s waited for %s; silent ranks=%s: %s"
                        .formatted(
                                operation,
                                limit.duration(),
                                member.describe(member.rank()),
                                what(),
                                Ranks.text(silent),
                                inquiries.describe(silent)),
                operation,
                limit.duration(),
                silent);
        if (!label.equals(CallSignature.NONE)) {
            member.state().gaveUp(member.rank(), exceeded);
        }
        return exceeded;
    }

    @Override
    public void over() {
        if (noticed) {
            member.activity().endLongWait(this);
        }
    }
}
