package tutti.messaging.runtime;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Notice;
import tutti.messaging.match.SendStream;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;

/**
 * Finds out that members of one group wait only for each other, so that none of them will ever continue.
 *
 * <p>A member that waits asks the awaited one in which wait it is. The answer comes behind all messages that were sent
 * before it, so if the member looks after that and still finds nothing, only what the other does <em>after</em> its
 * wait can end its own. When this holds for all members of a set, each waiting for members of the set alone, in the
 * very waits that were answered, none can be the first to continue. (This is the edge chasing of Chandy, Misra and
 * Haas, "Distributed Deadlock Detection", ACM TOCS 1(2), 1983, extended to waits for any of several, with the waits'
 * numbers in place of a snapshot.)
 *
 * <p>It is certain only if nothing but the members' own threads acts for them. So a member is left out of it if another
 * thread has acted for it, if its thread has started others, if it has a deadline, if receives are posted or sends are
 * held up, or if some other thread of its process runs a program's code. Thread-safe.
 */
final class DeadlockDetector {
    /** In larger groups the questions would cost more than they are worth. */
    private static final int LARGEST_GROUP = 256;

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ProgramThreads threads;
    private final Group group;
    private final Scheduling scheduling;
    private final Map<Integer, MemberWaiting> heard = new ConcurrentHashMap<>(); // of members of other processes
    private final Map<Integer, Long> askedAtNanos = new ConcurrentHashMap<>();

    /** A member of this process. */
    interface Here {
        int rank();

        CallTracker activity();

        /** Returns its streams of messages to others. */
        Collection<SendStream> streams();
    }

    /** What it must know of its group, and does to it. Thread-safe. */
    interface Group {
        GroupLayout layout();

        boolean isGone(int rank);

        /** Returns a member of this process, or null. */
        @Nullable
        Here member(int rank);

        /** Asks a member of another process what it does, on behalf of one that is in a call. */
        void ask(int asker, int rank, CallSignature label);

        /** Ends the group for all: these members wait only for each other. */
        void breakBecauseOf(BitSet stuck);
    }

    DeadlockDetector(Group group, Scheduling scheduling) {
        this.group = group;
        this.scheduling = scheduling;
        threads = new ProgramThreads(scheduling);
    }

    /** Returns whether a member must check from time to time while it waits. */
    boolean isWanted(Here member) {
        return group.layout().failsAsWhole()
                && group.layout().size() <= LARGEST_GROUP
                && member.activity().knowsActing();
    }

    /** Returns how long a member that has waited for some time may wait until it checks again. */
    static long pauseNanos(long waitedNanos) {
        return Math.clamp(waitedNanos / 8, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    }

    /** A member of another process has answered. */
    void answered(Notice answer) {
        heard.put(answer.source(), MemberWaiting.of(answer));
    }

    /** Returns what a member of this process tells others. */
    MemberWaiting waiting(Here member) {
        MemberWaiting waiting = maybeWaiting(member);
        return waiting.id() != 0 && !threads.mayAct() ? waiting : MemberWaiting.NONE;
    }

    private MemberWaiting maybeWaiting(Here member) {
        LongWait wait = member.activity().longWait();
        return wait == null || mayActMeanwhile(member, wait)
                ? MemberWaiting.NONE
                : new MemberWaiting(wait.id(), awaited(wait), wait.known());
    }

    /** Returns whether something may be done for a member, or to end its wait, that no member of the group does. */
    private static boolean mayActMeanwhile(Here member, LongWait wait) {
        return !member.activity().isActedForByOnly(wait.thread())
                || wait.mayEndByItself()
                || member.streams().stream()
                        .anyMatch(stream ->
                                stream.destination() != wait.peer() && (stream.hasPending() || stream.holdsBack()));
    }

    private static int awaited(LongWait wait) {
        return wait.peer() >= 0 ? wait.peer() : MemberWaiting.ANY;
    }

    /**
     * A member waits, and is about to look once more; called by its thread. Breaks the group if it will never continue.
     */
    void check(Here member, LongWait wait) {
        if (mayActMeanwhile(member, wait)) {
            wait.heard(0);
            return;
        }
        wait.heard(fingerprint(member.rank(), awaited(wait)));
        BitSet stuck = closure(member, wait);
        if (stuck != null && !threads.mayAct()) {
            group.breakBecauseOf(stuck);
        }
    }

    /** Returns all members that wait for each other, beginning with one, or null; asks members of other processes. */
    private @Nullable BitSet closure(Here first, LongWait wait) {
        BitSet found = new BitSet();
        Queue<Integer> open = new ArrayDeque<>();
        open.add(first.rank());
        found.set(first.rank());
        while (!open.isEmpty()) {
            int rank = open.remove();
            MemberWaiting waiting = of(rank);
            long now = waiting.id() == 0 ? 0 : fingerprint(rank, waiting.awaited());
            if (now == 0 || waiting.known() != now) {
                ask(first, wait, rank, waiting);
                return null;
            }
            awaited(rank, waiting.awaited()).filter(other -> !found.get(other)).forEach(other -> {
                found.set(other);
                open.add(other);
            });
        }
        return found;
    }

    /** Asks a member of another process, or those that one of this process or that one waits for. */
    private void ask(Here asker, LongWait wait, int rank, MemberWaiting waiting) {
        ask(asker, wait, rank);
        if (waiting.id() != 0) {
            awaited(rank, waiting.awaited())
                    .filter(other -> of(other).id() == 0)
                    .findFirst()
                    .ifPresent(other -> ask(asker, wait, other));
        }
    }

    private void ask(Here asker, LongWait wait, int rank) {
        if (group.member(rank) != null || group.isGone(rank)) {
            return;
        }
        long now = scheduling.nanoTime();
        Long before = askedAtNanos.get(rank);
        long pause = pauseNanos(now - wait.sinceNanos());
        if (before == null || now - before >= pause) {
            askedAtNanos.put(rank, now);
            group.ask(asker.rank(), rank, wait.label());
        }
    }

    private MemberWaiting of(int rank) {
        Here here = group.member(rank);
        return here != null ? maybeWaiting(here) : heard.getOrDefault(rank, MemberWaiting.NONE);
    }

    private IntStream awaited(int rank, int awaited) {
        return awaited == MemberWaiting.ANY
                ? IntStream.range(0, group.layout().size()).filter(other -> other != rank && !group.isGone(other))
                : IntStream.of(awaited);
    }

    /** Returns a number that stands for the waits of those that a member waits for, or 0 if one of them may act. */
    private long fingerprint(int rank, int awaited) {
        long sum = 0;
        for (int other : awaited(rank, awaited).toArray()) {
            int id = of(other).id();
            if (id == 0 || group.isGone(other)) {
                return 0;
            }
            sum += mixed((long) other << Integer.SIZE | id);
        }
        return sum;
    }

    /** Spreads the bits of a number (finalizer of MurmurHash3, by Austin Appleby). */
    private static long mixed(long number) {
        long bits = (number ^ number >>> 33) * 0xff51afd7ed558ccdL;
        bits = (bits ^ bits >>> 33) * 0xc4ceb9fe1a85ec53L;
        return bits ^ bits >>> 33;
    }
}
