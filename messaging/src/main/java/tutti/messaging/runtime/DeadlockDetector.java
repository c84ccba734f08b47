package tutti.messaging.runtime;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Notice;
import tutti.messaging.match.SendStream;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.signature.GroupLayout;
import tutti.messaging.signature.Hashing;

/**
 * Finds out that members wait only for each other, in one group or in several, so that none of them will ever continue.
 *
 * <p>The process of a member that waits asks the awaited one's in which wait that is, in whatever group. The answer
 * comes behind all messages that were sent before it, so if the member looks after that and still finds nothing, only
 * what the other does <em>after</em> its wait can end its own. When this holds for all members of a set, each waiting
 * for members of the set alone, in the very waits that were answered, none can be the first to continue. (This is the
 * edge chasing of Chandy, Misra and Haas, "Distributed Deadlock Detection", ACM TOCS 1(2), 1983, extended to waits for
 * any of several, with the waits' numbers in place of a snapshot.)
 *
 * <p>It is certain only if nothing but the members' own threads acts for them. So a member is left out of it if
 * another thread has acted for it, if its thread has started virtual ones, if it has a deadline, if in any of its
 * groups the end of a request calls the program back, sends are held up or a service is at work, or if some other
 * thread of its process runs a program's code. A posted receive takes messages without its member. This lets only those
 * continue that wait for it, or for messages behind those: no set is stuck in which one waits so for a member with such
 * receives.
 *
 * <p>What a {@link MemberService} withholds, as the lock of a window, has a place of its own in this: it waits for
 * the members that it names, and its process asks theirs. So it knows of a wait only when all that was sent to it
 * before has been done. Thread-safe.
 */
final class DeadlockDetector {
    /** In larger groups the questions would cost more than they are worth. */
    private static final int LARGEST_GROUP = 256;

    private static final int MOST_ASKED_AT_ONCE = 16;

    private final int process;
    private final Groups groups;
    private final Scheduling scheduling;
    private final ProgramThreads threads;
    private final AtomicInteger waits = new AtomicInteger();
    private final HeardWaits heard; // of members elsewhere

    /** What it must know of the groups of its process, and does to them. Thread-safe. */
    interface Groups {
        /** Returns a member of this process, also by the rank of its service, or null. */
        @Nullable
        MemberPlace member(long group, int rank);

        /** Returns whether a member is known to have gone. */
        boolean isGone(long group, int rank);

        /** Says for people what a member of this process does. */
        String doing(long group, int rank);

        /** Says for people where a process runs. */
        String place(int process);

        /** Sends a notice to the process that is its destination. */
        void send(Notice notice);

        /** Ends a group for all, if it has members here. */
        void breakForAll(long group, String why);
    }

    DeadlockDetector(int process, Groups groups, Scheduling scheduling) {
        this.process = process;
        this.groups = groups;
        this.scheduling = scheduling;
        threads = new ProgramThreads(scheduling);
        heard = new HeardWaits(process, scheduling, groups::send);
    }

    /** Returns the number of a long wait that begins. */
    int nextWait() {
        return waits.incrementAndGet();
    }

    /** Returns whether a member must check from time to time while it waits. */
    boolean isWanted(GroupLayout layout, CallTracker activity) {
        return layout.failsAsWhole() && layout.size() <= LARGEST_GROUP && activity.acting() != null;
    }

    /** Another process asks after a member here, answers, or has found a deadlock. */
    void signal(Notice notice) {
        switch (notice.kind()) {
            case WAIT_QUESTION -> {
                long group = notice.sequence();
                int rank = MemberWaiting.rank(notice);
                MemberWaiting waiting = waiting(group, rank);
                MemberWaiting told = mayAct(List.of(waiting)) ? MemberWaiting.NONE : described(waiting);
                groups.send(told.answer(new MemberAddress(process, group, rank), notice.source()));
            }
            case WAIT_ANSWER -> heard.hear(notice);
            case DEADLOCK -> groups.breakForAll(notice.sequence(), notice.text());
            default -> throw new IllegalArgumentException("not about a wait: " + notice);
        }
    }

    private MemberWaiting described(MemberWaiting waiting) {
        return waiting.at().process() == process && !waiting.isOfService()
                ? waiting.doing(groups.doing(waiting.at().group(), waiting.at().rank()))
                : waiting;
    }

    private MemberWaiting waiting(long group, int rank) {
        MemberPlace asked = groups.isGone(group, rank) ? null : groups.member(group, rank);
        if (MemberAddress.isService(rank)) {
            return asked == null ? MemberWaiting.NONE : waitingInService(asked);
        }
        ActingThreads acting = asked == null ? null : asked.activity().acting();
        return acting == null ? MemberWaiting.NONE : waiting(acting);
    }

    /** Returns the only wait of a member in all its groups, if only members can end it. */
    private MemberWaiting waiting(ActingThreads acting) {
        List<ActingThreads.Place> places = acting.places();
        List<ActingThreads.Place> waiting = places.stream()
                .filter(place -> place.member().activity().longWait() != null)
                .toList();
        ActingThreads.Place at = waiting.size() == 1 ? waiting.getFirst() : null;
        LongWait wait = at == null ? null : at.member().activity().longWait();
        if (at == null
                || wait == null
                || !isOfThisJob(at)
                || !isWanted(at.layout(), at.member().activity())) {
            return MemberWaiting.NONE;
        }
        if (!acting.isOnly(at.member().activity().continuesAfter(wait.thread()))
                || places.stream().anyMatch(place -> mayActMeanwhile(place, wait, place.equals(at)))
                || wait.mayEndByItself()) {
            return MemberWaiting.NONE;
        }
        int open =
                places.stream().mapToInt(place -> place.member().openReceives()).sum();
        return new MemberWaiting(
                wait.id(),
                address(at.layout(), at.member().rank()),
                awaited(at.layout(), at.member().rank(), wait),
                wait.known(),
                wait.kind() == WaitKind.TAKING || isHeldUp(at.member().streams().stream()),
                open > (wait.kind() == WaitKind.POSTED_RECEIVE ? 1 : 0),
                at.layout().name(),
                "");
    }

    private static boolean isHeldUp(Stream<SendStream> streams) {
        return streams.anyMatch(stream -> stream.hasPending() || stream.holdsBack());
    }

    /** Returns for whom the service of a member keeps others waiting; its process asks in which waits they are. */
    private MemberWaiting waitingInService(MemberPlace member) {
        ServedContext served = member.activity().served();
        ActingThreads acting = member.activity().acting();
        MemberService.Queue queue = served == null ? null : served.service().queue(this::nextWait);
        if (served == null || acting == null || queue == null) {
            return MemberWaiting.NONE;
        }
        GroupLayout layout = acting.layoutOf(member);
        List<MemberAddress> awaited =
                queue.members().stream().map(rank -> address(layout, rank)).toList();
        long known = fingerprint(awaited, this::find);
        awaited.forEach(other -> heard.ask(other, 0));
        boolean isStill = served.isIdle() // after what was sent before the waits that are known has come
                && !isHeldUp(member.streams().stream())
                && queue.equals(served.service().queue(this::nextWait));
        MemberAddress at = address(layout, MemberAddress.ofService(member.rank()));
        return isStill
                ? new MemberWaiting(queue.id(), at, awaited, known, false, member.openReceives() > 0, layout.name(), "")
                : MemberWaiting.NONE;
    }

    private MemberWaiting find(MemberAddress place) {
        if (groups.isGone(place.group(), place.rank())) {
            return MemberWaiting.NONE;
        }
        return place.process() == process ? waiting(place.group(), place.rank()) : heard.of(place);
    }

    /** Returns a number that stands for the waits of some members, or 0 if one of them may act. */
    private static long fingerprint(List<MemberAddress> members, Function<MemberAddress, MemberWaiting> waits) {
        long sum = 0;
        for (MemberAddress each : members) {
            int id = waits.apply(each).id();
            if (id == 0) {
                return 0;
            }
            sum += Hashing.mix((long) each.rank() << Integer.SIZE | id);
        }
        return sum;
    }

    private boolean isOfThisJob(ActingThreads.Place place) {
        return place.member()
                .equals(groups.member(place.layout().group(), place.member().rank()));
    }

    /** Returns whether something may be done for a member in one of its groups by others than the waiting thread. */
    private static boolean mayActMeanwhile(ActingThreads.Place place, LongWait wait, boolean isWhereItWaits) {
        MemberPlace member = place.member();
        ServedContext served = member.activity().served();
        return !member.activity().isInCallOnlyOf(wait.thread())
                || member.activity().callsBack()
                || (served != null && !served.isIdle())
                || isHeldUp(member.streams().stream()
                        .filter(stream -> !isWhereItWaits || stream.destination() != wait.peer()));
    }

    private static MemberAddress address(GroupLayout layout, int rank) {
        return new MemberAddress(layout.processOf(MemberAddress.member(rank)), layout.group(), rank);
    }

    private List<MemberAddress> awaited(GroupLayout layout, int rank, LongWait wait) {
        IntStream ranks = wait.peer() >= 0
                ? IntStream.of(wait.kind() == WaitKind.SERVICE ? MemberAddress.ofService(wait.peer()) : wait.peer())
                : IntStream.range(0, layout.size())
                        .filter(other -> other != rank && !groups.isGone(layout.group(), other));
        return ranks.mapToObj(other -> address(layout, other)).toList();
    }

    /**
     * A member waits, and is about to look once more; called by its thread. Breaks groups if it will never continue.
     */
    void check(ActingThreads acting, LongWait wait) {
        MemberWaiting own = waiting(acting);
        if (own.id() != wait.id()) {
            wait.heard(0);
            return;
        }
        Look look = new Look(wait);
        wait.heard(look.fingerprint(own));
        Collection<MemberWaiting> stuck = look.closure(own.knowing(wait.known()));
        if (!stuck.isEmpty() && !mayAct(stuck)) {
            end(stuck.stream()
                    .filter(each -> !each.isOfService())
                    .map(this::described)
                    .toList());
        }
    }

    /** Returns whether a thread of the program may act for one of those that wait here. */
    private boolean mayAct(Collection<MemberWaiting> stuck) {
        long now = scheduling.nanoTime();
        long shortest = Long.MAX_VALUE;
        long starterId = Long.MAX_VALUE;
        for (MemberWaiting each : stuck) {
            if (each.id() == 0) {
                return true;
            }
            if (each.at().process() == process && !each.isOfService()) {
                MemberPlace member = groups.member(each.at().group(), each.at().rank());
                LongWait wait = member == null ? null : member.activity().longWait();
                ActingThreads acting = member == null ? null : member.activity().acting();
                shortest = wait == null ? 0 : Math.min(shortest, now - wait.sinceNanos());
                starterId = acting == null ? 0 : Math.min(starterId, acting.starterId());
            }
        }
        return shortest != Long.MAX_VALUE && threads.mayAct(now - shortest, starterId);
    }

    private void end(List<MemberWaiting> stuck) {
        String why = DeadlockText.of(stuck, groups::place);
        stuck.stream()
                .map(each -> new MemberAddress(each.at().process(), each.at().group(), -1))
                .distinct()
                .forEach(each -> {
                    if (each.process() == process) {
                        groups.breakForAll(each.group(), why);
                    } else {
                        groups.send(Notice.deadlock(process, each.process(), each.group(), why));
                    }
                });
    }

    /** What one check of a member sees of the waits of all. */
    private final class Look {
        private final LongWait wait;
        private final Map<MemberAddress, MemberWaiting> seen = new HashMap<>();

        Look(LongWait wait) {
            this.wait = wait;
        }

        private MemberWaiting of(MemberAddress member) {
            return seen.computeIfAbsent(member, DeadlockDetector.this::find);
        }

        /** Returns a number that stands for the waits of those that a member waits for, or 0 if one of them may act. */
        long fingerprint(MemberWaiting waiting) {
            return DeadlockDetector.fingerprint(waiting.awaited(), this::of);
        }

        /**
         * Returns all members that wait for each other, beginning with one, or none; asks members of other processes.
         */
        Collection<MemberWaiting> closure(MemberWaiting first) {
            Map<Long, MemberWaiting> found = new LinkedHashMap<>(Map.of(first.key(), first));
            Map<MemberAddress, MemberWaiting> open = new LinkedHashMap<>(Map.of(first.at(), first));
            while (!open.isEmpty()) {
                Map.Entry<MemberAddress, MemberWaiting> next =
                        open.entrySet().iterator().next();
                MemberWaiting waiting = next.getValue();
                open.remove(next.getKey());
                long now = fingerprint(waiting);
                if (now == 0 || waiting.known() != now) {
                    ask(next.getKey());
                    askThoseUnknown(waiting.awaited());
                    return List.of();
                }
                for (MemberAddress other : waiting.awaited()) {
                    MemberWaiting its = of(other);
                    if (waiting.sends() && its.receives()) {
                        ask(other);
                        return List.of();
                    }
                    if (found.putIfAbsent(its.key(), its) == null) {
                        open.put(other, its);
                    }
                }
            }
            return found.values();
        }

        private void askThoseUnknown(List<MemberAddress> members) {
            int asked = 0;
            for (MemberAddress member : members) {
                if (asked < MOST_ASKED_AT_ONCE && of(member).id() == 0 && ask(member)) {
                    asked++;
                }
            }
        }

        /** Asks if it has not been asked for some time; returns whether it has been asked now. */
        private boolean ask(MemberAddress member) {
            return !groups.isGone(member.group(), member.rank())
                    && heard.ask(member, scheduling.nanoTime() - wait.sinceNanos());
        }
    }
}
