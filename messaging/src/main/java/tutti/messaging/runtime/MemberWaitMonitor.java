package tutti.messaging.runtime;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.match.Pattern;
import tutti.messaging.progress.Deadline;
import tutti.messaging.progress.Inward;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;
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

    /** What happens in a shorter wait, unless it has a limit: nothing. */
    static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long a call whose group is broken may take to end. */
    private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long FIRST_COMPLAINT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long COMPLAIN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final Member member;
    private final CallContext call;
    private final Supplier<String> what;
    private final int peer;
    private final int recordedPeer;
    private final int needed;
    private final CallSignature label;
    private final WaitKind kind;
    private final BooleanSupplier mayEndByItself;
    private final Awaited awaited;
    private long askAtNanos = QUIET_NANOS;
    private long checkAtNanos = NEVER;
    private long complainAtNanos = FIRST_COMPLAINT_NANOS;
    private @Nullable LongWait longWait;
    private boolean askedAll;

    /**
     * Looks after a wait.
     *
     * @param peers rank of the member that is awaited, or {@link #NEIGHBOURS} or {@link #ALL}
     * @param awaitedRank the member that can end it, or -1 if it is not known
     * @param needed the member without which it cannot end, or -1 if it is not known
     * @param kind what ends it
     * @param mayEndByItself whether something other than what members of the group do may end it
     */
    MemberWaitMonitor(
            Member member,
            CallContext call,
            Supplier<String> what,
            int peers,
            int awaitedRank,
            int needed,
            CallSignature label,
            WaitKind kind,
            BooleanSupplier mayEndByItself) {
        this(member, call, what, peers, awaitedRank, needed, label, kind, mayEndByItself, Awaited.OTHERS_PART);
    }

    private MemberWaitMonitor(
            Member member,
            CallContext call,
            Supplier<String> what,
            int peers,
            int awaitedRank,
            int needed,
            CallSignature label,
            WaitKind kind,
            BooleanSupplier mayEndByItself,
            Awaited awaited) {
        this.member = member;
        this.call = call;
        this.what = what;
        peer = peers;
        recordedPeer = awaitedRank < 0 ? peers : awaitedRank;
        this.needed = needed;
        this.label = label;
        this.kind = kind;
        this.mayEndByItself = mayEndByItself;
        this.awaited = awaited;
        if (kind == WaitKind.STARTED_CALL) {
            askAtNanos = NEVER;
            complainAtNanos = NEVER;
        }
    }

    /**
     * Looks after a wait until one member, or {@link Pattern#ANY}, takes a message; services wait as long as their job
     * lasts.
     */
    static WaitMonitor of(Member member, CallContext call, String awaited, int peer, CallSignature label) {
        return of(member, call, awaited, peer, label, () -> false);
    }

    /**
     * Looks after a wait as {@link #of(Member, CallContext, String, int, CallSignature)} does.
     *
     * @param mayEndByItself whether something other than what members of the group do may end it
     */
    static WaitMonitor of(
            Member member,
            CallContext call,
            String awaited,
            int peer,
            CallSignature label,
            BooleanSupplier mayEndByItself) {
        return of(member, call, () -> awaited, peer, label, WaitKind.TAKING, mayEndByItself);
    }

    /**
     * Looks after a wait as {@link #of(Member, CallContext, String, int, CallSignature)} does.
     *
     * @param what names it, when someone asks
     * @param kind what ends it
     * @param mayEndByItself whether something other than what members of the group do may end it
     */
    static WaitMonitor of(
            Member member,
            CallContext call,
            Supplier<String> what,
            int peer,
            CallSignature label,
            WaitKind kind,
            BooleanSupplier mayEndByItself) {
        return of(member, call, what, peer, label, kind, mayEndByItself, Awaited.OTHERS_PART);
    }

    /**
     * Looks after a wait for the end of one of some requests.
     *
     * @param what names it, when someone asks
     * @param mayEndByItself whether something other than what members of the group do may end it
     */
    static WaitMonitor ofRequests(
            Member member,
            CallContext call,
            Supplier<String> what,
            WaitKind kind,
            BooleanSupplier mayEndByItself,
            Awaited awaited) {
        return of(member, call, what, Pattern.ANY, CallSignature.NONE, kind, mayEndByItself, awaited);
    }

    private static WaitMonitor of(
            Member member,
            CallContext call,
            Supplier<String> what,
            int peer,
            CallSignature label,
            WaitKind kind,
            BooleanSupplier mayEndByItself,
            Awaited awaited) {
        Supplier<String> between =
                kind == WaitKind.STARTED_CALL ? what : () -> what.get() + ": " + member.between("peer", peer);
        if (call.limit() == null && !member.state().layout().failsAsWhole()) {
            return between::get;
        }
        int awaitedPeer = peer == Pattern.ANY ? ALL : peer;
        return new MemberWaitMonitor(
                member, call, between, awaitedPeer, awaitedPeer, peer, label, kind, mayEndByItself, awaited);
    }

    /**
     * Looks after a wait for members of this process, or for any.
     *
     * @param awaitedRank the member that ends the wait, for records; -1 if it may be any of several
     * @param neededRank the one member without which the wait cannot end; -1 if it is not known
     */
    static WaitMonitor of(
            Member member,
            CallContext call,
            CallSignature label,
            Supplier<String> what,
            boolean isForOthers,
            int awaitedRank,
            int neededRank) {
        return new MemberWaitMonitor(
                member,
                call,
                what,
                isForOthers ? ALL : NEIGHBOURS,
                awaitedRank,
                neededRank,
                label,
                WaitKind.CALL,
                () -> false);
    }

    @Override
    public int awaitedProcess() {
        return processOf(member, peer);
    }

    /** Returns the process of a rank that a member awaits, which may stand for several. */
    static int processOf(Member member, int rank) {
        return rank < 0 ? Inward.ANY_PROCESS : member.state().layout().processOf(rank);
    }

    @Override
    public String what() {
        return what.get();
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
        long next = nextAtNanos() - waitedNanos;
        if (next <= 0) {
            overdue(waitedNanos);
            next = nextAtNanos() - waitedNanos;
        }
        Deadline limit = call.limit();
        return limit == null ? next : Math.min(next, untilLimit(limit));
    }

    private long nextAtNanos() {
        return Math.min(Math.min(askAtNanos, complainAtNanos), checkAtNanos);
    }

    private long untilLimit(Deadline known) {
        long left = known.leftNanos();
        if (left <= 0 && kind == WaitKind.STARTED_CALL && member.state().broken() != null) {
            left += ENDING_NANOS; // the call ends, and tells why
        }
        long untilAsking = left - known.answersTakeNanos();
        if (untilAsking <= 0 && !askedAll) {
            askedAll = true;
            member.stallReporter().askAll(member.rank(), shownLabel());
        }
        return askedAll ? left : untilAsking;
    }

    private void overdue(long waitedNanos) {
        LongWait wait = longWait;
        if (wait == null) {
            wait = new LongWait(
                    this,
                    member.process().deadlocks().nextWait(),
                    needed >= 0 ? needed : peer,
                    kind,
                    label,
                    this::what,
                    member.scheduling().nanoTime() - waitedNanos,
                    call.limit() == null ? mayEndByItself : () -> true);
            boolean checks = call.limit() == null
                    && member.process().deadlocks().isWanted(member.state().layout(), member.activity());
            checkAtNanos = checks ? waitedNanos : NEVER;
            member.activity().startLongWait(wait);
            longWait = wait; // last: if there is no memory for it, the next tick begins anew
        }
        if (waitedNanos >= checkAtNanos) {
            checkForDeadlock(wait, waitedNanos);
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
            member.stallReporter().complain(member, kind, peer, label, this::what, waitedNanos);
        }
    }

    private void checkForDeadlock(LongWait wait, long waitedNanos) {
        ActingThreads acting = member.activity().acting();
        if (acting != null) {
            member.process().deadlocks().check(acting, wait);
        }
        checkAtNanos = waitedNanos + HeardWaits.pauseNanos(waitedNanos);
    }

    /** Returns the call to name: that which another thread is in, if the end of it is awaited. */
    private CallSignature shownLabel() {
        ActiveCall current = awaited.isForCall() ? member.activity().current() : null;
        return current == null ? label : current.label();
    }

    @Override
    public TuttiException expired() {
        return gaveUp(Objects.requireNonNull(call.limit(), "has a limit"));
    }

    /** Makes the exception of a member whose time is over, and breaks the group if others wait for its part. */
    private DeadlineExceededException gaveUp(Deadline limit) {
        DeadlineExceededException exceeded = member.stallReporter()
                .exceeded(member, limit.duration(), kind, peer, label, shownLabel(), awaited.ranks(), this::what);
        if (!label.equals(CallSignature.NONE)) {
            Membership group = member.state();
            group.breakForAll(member.rank(), group.texts().gaveUp(member.rank(), exceeded));
        }
        return exceeded;
    }

    @Override
    public void over() {
        if (longWait != null) {
            member.activity().endLongWait(this);
        }
    }
}
