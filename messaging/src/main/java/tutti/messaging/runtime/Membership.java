package tutti.messaging.runtime;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Pattern;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.FailedCall;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Encoded;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * What one process knows of one group: its own members' endpoints, and who is gone.
 *
 * <p>Thread-safe. Changes become visible before waiting members are woken, so a member that looks, finds nothing and parks is
 * woken again.
 */
final class Membership {
    private static final int NOBODY = Integer.MIN_VALUE;

    private final LocalProcess self;
    private final GroupLayout route;
    private final Map<Integer, Member> members = new ConcurrentHashMap<>();
    /** Why nothing more will come from a member; made only when somebody asks, because every member leaves one day. */
    private final Map<Integer, Gone> gone = new ConcurrentHashMap<>();

    private final PartialMessages partial = new PartialMessages();
    private final FailureTexts texts;

    /** For each member, the endpoints here that have exchanged messages with it or may wait for one. */
    private final Map<Integer, Queue<Member>> watchers = new ConcurrentHashMap<>();

    private final AtomicInteger present = new AtomicInteger(); // members of this process that have not gone
    private final AtomicBoolean toldOfFailure = new AtomicBoolean();
    private final BitSet hosts;
    private final boolean local;
    private final int membersOnThisHost;
    private volatile @Nullable MemberFailedException broken;
    private volatile int brokenBy = NOBODY; // rank, or all; written before the failure
    private volatile @Nullable LocalMembers neighbours;
    private volatile boolean deaf;
    private volatile @Nullable Member holder; // one that held messages back at the last look
    private final StallReporter inquiries;
    private volatile Function<CallSignature, String> names = label -> "call number " + label.call();

    /** A member of which nothing more will come: it has left in good order, or failed. */
    private record Gone(boolean failed, Supplier<MemberFailedException> why) {}

    Membership(LocalProcess self, GroupLayout route) {
        this.self = self;
        this.route = route;
        texts = new FailureTexts(self, route);
        inquiries = new StallReporter(self, this);
        this.hosts = route.hosts();
        this.local = route.processes().stream().allMatch(self::isHere);
        this.membersOnThisHost =
                (int) route.processes().stream().filter(self::isOnThisHost).count();
    }

    /** Returns whether all processes of the group run on this host. */
    boolean isOnThisHost() {
        return route.processes().stream().allMatch(self::isOnThisHost);
    }

    int membersOnThisHost() {
        return membersOnThisHost;
    }

    GroupLayout route() {
        return route;
    }

    BitSet hosts() {
        return hosts;
    }

    StallReporter inquiries() {
        return inquiries;
    }

    void nameCalls(Function<CallSignature, String> newNames) {
        names = newNames;
    }

    String nameOf(CallSignature label) {
        return names.apply(label);
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
            self.told(route);
        }
        return failure;
    }

    /** Returns why nothing more will come from a member, or null while it is there. */
    @Nullable
    MemberFailedException gone(int rank) {
        Gone known = gone.get(rank);
        return known == null ? null : known.why().get();
    }

    /** Returns why nothing more will come from any other member, or null while one is there. */
    @Nullable
    MemberFailedException allGoneBut(int rank) {
        if (gone.size() < route.size() - 1) {
            return null;
        }
        int last = route.size() - 1;
        int other = last == rank ? last - 1 : last;
        return other < 0 ? null : gone(other);
    }

    /** Returns whether a member has failed, or its process was lost; not of one that has left in good order. */
    boolean hasFailed(int rank) {
        Gone known = gone.get(rank);
        return known != null && known.failed();
    }

    /** Returns whether a member is there no more. */
    boolean isGone(int rank) {
        return gone.containsKey(rank);
    }

    /** Returns whether a member will take nothing any more, not even what was sent before. */
    boolean isLostTo(int rank) {
        return gone.containsKey(rank) || (broken != null && brokenBy != NOBODY) || deaf;
    }

    /** Sees to it that nobody waits for the rest of a message when the group is broken, or the sender's process is given up. */
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
        BitSet ranks = route.ranksAt(process);
        ranks.stream().forEach(rank -> {
            partial.cutOff(rank, texts.cutOff(rank, why));
            wakeThoseWhoNeed(rank);
        });
    }

    Member open(int rank) {
        return members.computeIfAbsent(rank, r -> {
            present.incrementAndGet();
            return new Member(self, this, r);
        });
    }

    /** Returns what the members of this process share; called by one of them. */
    LocalMembers neighbours() {
        LocalMembers known = neighbours;
        if (known == null) {
            synchronized (this) {
                known = neighbours;
                if (known == null) {
                    known = new LocalMembers(this, self);
                    neighbours = known;
                }
            }
        }
        return known;
    }

    /** Tells of those members of this process who went before there was anything to share. */
    void tellWhoIsGone(LocalListener gathering) {
        for (Integer rank : gone.keySet()) {
            if (members.containsKey(rank)) {
                gathering.left(rank);
            }
        }
    }

    /** From now on a member of this process is woken when another goes, or any if that is {@link Pattern#ANY}. */
    void watch(int peer, Member member) {
        watchers.computeIfAbsent(peer, rank -> new ConcurrentLinkedQueue<>()).add(member);
    }

    @Nullable
    Member member(int rank) {
        return members.get(rank);
    }

    /** A member of this process leaves in good order. */
    void leave(int rank) {
        if (members.containsKey(rank) && !gone.containsKey(rank)) {
            if (broken != null && toldOfFailure.compareAndSet(false, true)) {
                passOnFailure(hosts); // it may leave because of that, which must not be heard of first
            }
            left(rank);
            self.tell(hosts, Notice.left(route.group(), rank));
        }
        forgetIfDone();
    }

    /**
     * A member of this process failed.
     *
     * <p>The others are told of the group's first failure even if this one is a consequence of it: what they hear of first, perhaps
     * that this process has ended, must name the same cause. Once is enough, however many members of this process fail.
     */
    void memberFailed(int rank, Throwable cause) {
        if (!gone.containsKey(rank)) {
            MemberFailedException failure = failureOf(rank, cause);
            failed(rank, failure);
            if (!route.failsAsWhole() || toldOfFailure.compareAndSet(false, true)) {
                MemberFailedException first = broken;
                tellOfFailure(rank, first != null ? first : failure);
            }
        }
    }

    private void tellOfFailure(int goneRank, MemberFailedException first) {
        self.tell(hosts, Notice.failed(route.group(), goneRank, first.rank(), FailureTexts.withStackTrace(first)));
    }

    /** A member of this process does not do its part in a call: it is there, but the group is of no use any more. */
    void gaveUp(int rank, DeadlineExceededException cause) {
        MemberFailedException failure = texts.gaveUp(rank, cause);
        if (breakBecauseOf(failure, Notice.ALL)) {
            self.tell(hosts, Notice.failed(route.group(), Notice.ALL, rank, String.valueOf(failure.getMessage())));
            wakeAll();
        }
    }

    /** A member of this process failed, and its process is about to end: what the others do about it, no member here hears. */
    void tellOthersOfFailure(int rank, Throwable cause) {
        deaf = true;
        if (!gone.containsKey(rank)) {
            MemberFailedException failure = failureOf(rank, cause);
            String text = String.valueOf(failure.getMessage());
            self.tell(hosts, Notice.failed(route.group(), rank, failure.rank(), text));
        }
        members.values().forEach(Member::wake); // what was held back need not travel any more
    }

    /** Returns what others are told of the failure of a member of this process. */
    MemberFailedException failureOf(int rank, Throwable cause) {
        return texts.failed(rank, cause);
    }

    /** Nothing will come any more from a process. */
    void processLost(int process, Throwable cause) {
        BitSet ranks = route.ranksAt(process);
        gone.keySet().forEach(ranks::clear);
        if (ranks.isEmpty() || deaf) {
            return;
        }
        MemberFailedException failure = texts.processLost(process, ranks, cause);
        if (route.failsAsWhole() && broken == null) {
            tellOfFailure(failure.rank(), failure);
        }
        ranks.stream().forEach(rank -> failed(rank, failure));
    }

    /** Tells the other processes of a call that has failed, before what members here send in later calls. */
    void tellOfFailedCall(FailedCall failed) {
        self.tell(hosts, Notice.callFailed(route.group(), failed));
    }

    /** Lets members of this process that wait for messages look whether their call has failed. */
    void wakeMembers() {
        members.values().forEach(Member::wake);
    }

    /** The members of this process shall not use the group any more. */
    void revoke(String why) {
        if (breakBecauseOf(new MemberFailedException(why, null), NOBODY)) {
            wakeAll();
        }
    }

    /** Another process shall know the failure that broke the group before it hears of what is done about it. */
    void passOnFailure(int process) {
        BitSet one = new BitSet();
        one.set(process);
        passOnFailure(one);
    }

    private void passOnFailure(BitSet processes) {
        MemberFailedException failure = broken;
        if (failure != null && brokenBy != NOBODY) {
            self.tell(
                    processes,
                    Notice.failed(route.group(), brokenBy, failure.rank(), FailureTexts.withStackTrace(failure)));
        }
    }

    /** This process has left the job. */
    void close() {
        breakBecauseOf(new MemberFailedException("process has left the job: group=" + route.name(), null), NOBODY);
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
            case QUESTION -> inquiries.asked(signal);
            case ANSWER -> inquiries.answered(signal);
            case KNOCK -> {
                LocalMembers here = neighbours;
                if (here != null) {
                    here.knocked();
                }
            }
            case CALL_FAILED -> {
                if (!members.isEmpty()) {
                    neighbours().callFailed(signal.failedCall());
                }
            }
            case LOST, CUT_OFF, ALIVE -> throw new IllegalArgumentException("not about a group: " + signal);
            case TAKEN, RECEIVED -> {
                Member sender = members.get(signal.destination());
                if (sender != null) {
                    sender.receipt(signal);
                }
            }
        }
        if (present.get() == 0) {
            forgetIfDone(); // it may have waited for that
        }
    }

    private void forgetIfDone() {
        if (isDoneHere()) {
            self.forget(route.group());
        }
    }

    /** Returns whether every member of this process has left or failed, and nothing that they have sent waits here for its receiver. */
    private boolean isDoneHere() {
        if (present.get() > 0) {
            return false;
        }
        Member last = holder;
        if (last != null && last.holdsBack()) {
            return false; // without asking all others again, for each notice that comes
        }
        Member next =
                members.values().stream().filter(Member::holdsBack).findFirst().orElse(null);
        holder = next;
        return next == null;
    }

    private void toldOfFailure(Notice signal) {
        MemberFailedException failure = texts.told((int) signal.sequence(), signal.text());
        if (route.has(signal.source())) {
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
        gone(rank, true, () -> failure);
        if (!route.failsAsWhole()) {
            wakeThoseWhoNeed(rank);
        } else if (breakBecauseOf(failure, rank)) {
            wakeAll();
        } // else everybody was woken by the first failure
    }

    private void gone(int rank, boolean failed, Supplier<MemberFailedException> why) {
        if (gone.putIfAbsent(rank, new Gone(failed, why)) == null) {
            Member here = members.get(rank);
            if (here != null) {
                here.markGone();
                present.decrementAndGet();
            }
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
        for (int watched : new int[] {rank, Pattern.ANY}) {
            Queue<Member> waiting = watchers.get(watched);
            if (waiting != null) {
                waiting.forEach(Member::wake);
            }
        }
        Member own = members.get(rank);
        if (own != null) {
            own.wake(); // another thread may act for the member
        }
        LocalMembers known = neighbours;
        if (known != null) {
            known.left(rank);
        }
    }

    private void wakeAll() {
        MemberFailedException failure = broken;
        List<ArrivingBytes> incomplete = partial.incomplete();
        if (failure != null
                && (!incomplete.isEmpty() || members.values().stream().anyMatch(Member::holdsBack))) {
            passOnFailure(hosts); // others learn why before what members here pass on or hold back breaks off
        }
        members.values().forEach(Member::wake);
        LocalMembers known = neighbours;
        if (known != null) {
            known.alarm();
        }
        if (failure != null) {
            incomplete.forEach(bytes -> bytes.fail(failure::again));
        }
    }
}
