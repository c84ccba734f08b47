package tutti.messaging.runtime;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Pattern;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Encoded;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * What one process knows of one group: its own members, and who is gone.
 *
 * <p>Thread-safe. Changes become visible before waiting members are woken, so a member that looks, finds nothing and
 * parks is woken again.
 */
final class Membership {
    private static final int NONE = Integer.MIN_VALUE;

    private final LocalProcess self;
    private final GroupLayout layout;
    private final MemberTable<Member> members = new MemberTable<>();
    private final GoneMembers gone;
    private final PartialMessages partial = new PartialMessages();
    private final Watchers watchers = new Watchers();
    private final FailureTexts texts;
    private final GroupNotices notices;
    private final AtomicBoolean toldOfFailure = new AtomicBoolean();
    private final boolean local;
    private final int membersOnThisHost;
    private volatile @Nullable MemberFailedException broken;
    private volatile int brokenBy = NONE; // rank, or all; written before the failure
    private volatile @Nullable LocalMembers localMembers;
    private volatile boolean deaf;
    private final StallReporter stallReporter;

    Membership(LocalProcess self, GroupLayout layout) {
        this.self = self;
        this.layout = layout;
        gone = new GoneMembers(layout.size());
        texts = new FailureTexts(self, layout);
        notices = new GroupNotices(self, layout);
        stallReporter = new StallReporter(self, this);
        local = layout.processes().stream().allMatch(self::isHere);
        membersOnThisHost =
                (int) layout.processes().stream().filter(self::isOnThisHost).count();
    }

    int membersOnThisHost() {
        return membersOnThisHost;
    }

    GroupLayout layout() {
        return layout;
    }

    StallReporter stallReporter() {
        return stallReporter;
    }

    FailureTexts texts() {
        return texts;
    }

    GroupNotices notices() {
        return notices;
    }

    /** Returns whether all members live in this process. */
    boolean isLocal() {
        return local;
    }

    /** Returns why every operation of the group ends, or null while the group works. */
    @Nullable
    MemberFailedException broken() {
        MemberFailedException failure = broken;
        if (failure != null) {
            self.told(layout);
        }
        return failure;
    }

    /** Returns the failure that broke the group, or null; tells no member of it. */
    @Nullable
    MemberFailedException failure() {
        return broken;
    }

    /** Returns of whom nothing more will come. */
    GoneMembers gone() {
        return gone;
    }

    /** Returns whether a member will take nothing any more, not even what was sent before. */
    boolean isLostTo(int rank) {
        return gone.contains(rank) || (broken != null && brokenBy != NONE) || deaf;
    }

    /** Lets no thread wait for the rest of a message when the group is broken, or the sender's process is given up. */
    void track(int source, Encoded bytes) {
        if (bytes instanceof ArrivingBytes incomplete && !incomplete.isComplete()) {
            partial.track(source, incomplete, broken);
        }
    }

    /** Returns why the rest of what a member has begun to send will not come, or null. */
    @Nullable
    MemberFailedException cutOff(int rank) {
        return partial.cutOff(rank);
    }

    /** Nothing more is taken from a process, although its connection to this one has perhaps not ended. */
    void givenUp(int process, String why) {
        BitSet ranks = layout.ranksAt(process);
        ranks.stream().forEach(rank -> {
            partial.cutOff(rank, texts.cutOff(rank, why));
            wakeThoseWhoNeed(rank);
        });
    }

    Member open(int rank) {
        return members.open(rank, () -> new Member(self, this, rank));
    }

    /** Returns what the members of this process share; called by one of them. */
    LocalMembers neighbours() {
        LocalMembers known = localMembers;
        if (known == null) {
            synchronized (this) {
                known = localMembers;
                if (known == null) {
                    known = new LocalMembers(this, self);
                    localMembers = known;
                }
            }
        }
        return known;
    }

    private void ifShared(Consumer<LocalMembers> action) {
        LocalMembers known = localMembers;
        if (known != null) {
            action.accept(known);
        }
    }

    /** Tells of those members of this process who went before there was anything to share. */
    void tellWhoIsGone(LocalListener gathering) {
        for (Integer rank : gone.ranks()) {
            if (members.contains(rank)) {
                gathering.left(rank);
            }
        }
    }

    /** From now on a member of this process is woken when another goes, or any if that is {@link Pattern#ANY}. */
    void watch(int peer, Member member) {
        watchers.add(peer, member);
    }

    @Nullable
    Member member(int rank) {
        return members.get(rank);
    }

    /** A member of this process leaves in good order. */
    void leave(int rank) {
        if (members.contains(rank) && !gone.contains(rank)) {
            if (broken != null && toldOfFailure.compareAndSet(false, true)) {
                passOnFailure(layout.hosts()); // it may leave because of that, which must not be heard of first
            }
            left(rank);
            notices.left(rank);
        }
        forgetIfDone();
    }

    /**
     * A member of this process failed.
     *
     * <p>The others are told of the group's first failure even if this one is a consequence of it: what they hear of
     * first, perhaps that this process has ended, must name the same cause. Once is enough, however many members of
     * this process fail.
     */
    void memberFailed(int rank, Throwable cause) {
        if (!gone.contains(rank)) {
            MemberFailedException failure = texts.failed(rank, cause);
            failed(rank, failure);
            if (!layout.failsAsWhole() || toldOfFailure.compareAndSet(false, true)) {
                MemberFailedException first = broken;
                notices.failed(rank, first != null ? first : failure);
            }
        }
    }

    /** The members are there, but the group is of no use any more: one here gave up, or {@link Notice#ALL} wait. */
    void breakForAll(int first, MemberFailedException failure) {
        if (breakBecauseOf(failure, Notice.ALL)) {
            notices.failed(Notice.ALL, first, failure);
            wakeAll();
        }
    }

    /** A member of this process failed, and the process is about to end: no member here hears what the others do. */
    void tellOthersOfFailure(int rank, Throwable cause) {
        deaf = true;
        if (!gone.contains(rank)) {
            MemberFailedException failure = texts.failed(rank, cause);
            notices.failed(rank, failure.rank(), failure);
        }
        members.wakeAll(); // what was held back need not travel any more
    }

    /** Nothing will come any more from a process. */
    void processLost(int process, Throwable cause) {
        BitSet ranks = gone.present(layout.ranksAt(process));
        if (ranks.isEmpty() || deaf) {
            return;
        }
        MemberFailedException failure = texts.processLost(process, ranks, cause);
        if (layout.failsAsWhole() && broken == null) {
            notices.failed(failure.rank(), failure);
        }
        ranks.stream().forEach(rank -> failed(rank, failure));
    }

    /** Lets members of this process that wait for messages look whether their call has failed. */
    void wakeMembers() {
        members.wakeAll();
    }

    /** The members of this process shall not use the group any more. */
    void revoke(String why) {
        if (breakBecauseOf(texts.told(gone.lowest(), why), NONE)) {
            wakeAll();
        }
    }

    /** Other processes shall know the failure that broke the group before they hear of what is done about it. */
    void passOnFailure(BitSet processes) {
        MemberFailedException failure = broken;
        if (failure != null && brokenBy != NONE) {
            notices.failed(processes, brokenBy, failure);
        }
    }

    /** This process has left the job. */
    void close() {
        breakBecauseOf(new MemberFailedException("process has left the job: group=" + layout.name(), null), NONE);
        wakeAll();
    }

    /** A notice from another process. */
    void signal(Notice signal) {
        if (deaf) {
            return;
        }
        switch (signal.kind()) {
            case LEFT -> left(signal.source());
            case FAILED -> toldOfFailure(signal);
            case QUESTION -> stallReporter.asked(signal);
            case ANSWER -> stallReporter.answered(signal);
            case KNOCK -> ifShared(LocalMembers::knocked);
            case CALL_FAILED -> {
                if (!members.isEmpty()) {
                    neighbours().callFailed(signal.failedCall());
                }
            }
            case LOST, CUT_OFF, ALIVE, WAIT_QUESTION, WAIT_ANSWER, DEADLOCK ->
                throw new IllegalArgumentException("not about a group: " + signal);
            case TAKEN, RECEIVED -> {
                Member sender = members.get(signal.destination());
                if (sender != null) {
                    sender.receipt(signal);
                }
            }
        }
        forgetIfDone(); // it may have waited for that
    }

    private void forgetIfDone() {
        if (members.isDone()) {
            self.forget(layout.group());
        }
    }

    private void toldOfFailure(Notice signal) {
        MemberFailedException failure = texts.told((int) signal.sequence(), signal.text());
        if (layout.has(signal.source())) {
            failed(signal.source(), failure);
        } else if (breakBecauseOf(failure, Notice.ALL)) {
            wakeAll();
        }
    }

    private void left(int rank) {
        gone(rank, false, () -> texts.left(rank));
        wakeThoseWhoNeed(rank);
    }

    private void failed(int rank, MemberFailedException failure) {
        boolean isFirst = layout.failsAsWhole() && breakBecauseOf(failure, rank); // before anyone sees that it is gone
        gone(rank, true, () -> failure);
        if (isFirst) {
            wakeAll();
        } else if (!layout.failsAsWhole()) {
            wakeThoseWhoNeed(rank);
        } // else all were woken by the first failure
    }

    private void gone(int rank, boolean failed, Supplier<MemberFailedException> why) {
        if (gone.add(rank, failed, why)) {
            members.markGone(rank);
        }
    }

    private synchronized boolean breakBecauseOf(MemberFailedException failure, int rank) {
        if (broken != null) {
            return false;
        }
        brokenBy = rank;
        broken = failure;
        return true;
    }

    private void wakeThoseWhoNeed(int rank) {
        watchers.wake(rank);
        members.wake(rank); // another thread may act for the member
        ifShared(shared -> shared.left(rank));
    }

    private void wakeAll() {
        MemberFailedException failure = broken;
        List<ArrivingBytes> incomplete = partial.incomplete();
        if (failure != null && (!incomplete.isEmpty() || members.holdsBack())) {
            passOnFailure(layout.hosts()); // others learn why before what members here pass on or hold back breaks off
        }
        members.wakeAll();
        ifShared(LocalMembers::alarm);
        if (failure != null) {
            incomplete.forEach(bytes -> bytes.fail(failure::again));
        }
    }
}
