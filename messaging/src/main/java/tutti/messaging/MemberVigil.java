package tutti.messaging;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * Looks after one wait of a member: keeps its deadline, asks the others what they are doing, and complains in the log.
 *
 * <p>Used by the waiting thread alone.
 */
final class MemberVigil implements Vigil {
    /** In place of a rank: members of this process are awaited, of which all is known. */
    static final int NEIGHBOURS = -1;

    /** In place of a rank: any members of the group are awaited. */
    static final int ALL = -2;

    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_COMPLAINT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long COMPLAIN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final Endpoint member;
    private final @Nullable Supplier<String> what;
    private final String awaited;
    private final int peer;
    private final int recordedPeer;
    private final Label label;
    private final @Nullable Limit limit;
    private long askAtNanos = QUIET_NANOS;
    private long complainAtNanos = FIRST_COMPLAINT_NANOS;
    private boolean noticed;
    private boolean askedAll;

    /**
     * Looks after a wait for one member.
     *
     * @param awaited what is to come from it
     * @param label of the call that this member is in, or {@link Label#NONE}
     */
    MemberVigil(Endpoint member, String awaited, int peer, Label label, @Nullable Limit limit) {
        this(member, null, awaited, peer, peer, label, limit);
    }

    /**
     * Looks after a wait that needs a longer name.
     *
     * @param peer rank of the member that is awaited, or {@link #NEIGHBOURS} or {@link #ALL}
     */
    MemberVigil(Endpoint member, Supplier<String> what, int peer, Label label, @Nullable Limit limit) {
        this(member, what, "", peer, peer, label, limit);
    }

    /**
     * Looks after a wait for several members that one of them can end.
     *
     * @param awaitedRank who that is, or -1 if it is not known
     */
    MemberVigil(
            Endpoint member, Supplier<String> what, int peers, int awaitedRank, Label label, @Nullable Limit limit) {
        this(member, what, "", peers, awaitedRank < 0 ? peers : awaitedRank, label, limit);
    }

    private MemberVigil(
            Endpoint member,
            @Nullable Supplier<String> what,
            String awaited,
            int peer,
            int recordedPeer,
            Label label,
            @Nullable Limit limit) {
        this.member = member;
        this.what = what;
        this.awaited = awaited;
        this.peer = peer;
        this.recordedPeer = recordedPeer;
        this.label = label;
        this.limit = limit;
    }

    int peer() {
        return peer;
    }

    Label label() {
        return label;
    }

    @Override
    public String what() {
        return what != null ? what.get() : awaited + ": " + member.between("peer", peer);
    }

    @Override
    public boolean isPrecise() {
        return limit != null;
    }

    @Override
    public boolean isTimed() {
        return member.record() != null;
    }

    @Override
    public void waited(long nanos) {
        OperationRecord record = member.record();
        if (record != null) {
            record.waited(recordedPeer, nanos);
        }
    }

    @Override
    public long patrol(long waitedNanos) {
        long next = Math.min(askAtNanos, complainAtNanos) - waitedNanos;
        if (next <= 0) {
            overdue(waitedNanos);
            next = Math.min(askAtNanos, complainAtNanos) - waitedNanos;
        }
        return limit == null ? next : Math.min(next, untilLimit(limit));
    }

    private long untilLimit(Limit known) {
        long left = known.leftNanos();
        long untilAsking = left - known.answersTakeNanos();
        if (untilAsking <= 0 && !askedAll) {
            askedAll = true;
            member.inquiries().askAll(member.rank(), label);
        }
        return askedAll ? left : untilAsking;
    }

    private void overdue(long waitedNanos) {
        if (!noticed) {
            noticed = true;
            member.activity().startLongWait(new Activity.LongWait(this, member.nanoTime() - waitedNanos));
        }
        if (waitedNanos >= askAtNanos) {
            if (peer >= 0) {
                member.inquiries().ask(member.rank(), peer, label);
            } else if (peer == ALL) {
                member.inquiries().askAll(member.rank(), label);
            }
            // and again so that the next complaint can tell the answer
            askAtNanos = askAtNanos < complainAtNanos - QUIET_NANOS
                    ? complainAtNanos - QUIET_NANOS
                    : complainAtNanos + COMPLAIN_EVERY_NANOS - QUIET_NANOS;
        }
        if (waitedNanos >= complainAtNanos) {
            complainAtNanos += COMPLAIN_EVERY_NANOS;
            member.inquiries().complain(member, this, waitedNanos);
        }
    }

    @Override
    public TuttiException expired() {
        return member.gaveUp(this);
    }

    @Override
    public void over() {
        if (noticed) {
            member.activity().endLongWait(this);
        }
    }

    @Nullable
    Limit limit() {
        return limit;
    }
}
