package tutti.messaging.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Message;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.Ranks;

/**
 * Members of one group ask each other what they are doing, when they have waited long.
 *
 * <p>Question and answer name the call that each is in. A member that finds that another was in another call of the
 * same number tells its member; so both sides of a mismatch learn of it although neither has sent the other a message.
 * A member that is merely late has not begun the call, so that there is nothing to compare.
 *
 * <p>Thread-safe.
 */
final class StallReporter {
    private static final System.Logger LOG = System.getLogger(StallReporter.class.getName());
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A member that waits again and again for a short time does not ask each time: an answer costs a stack trace. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long SAY_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int MOST_DESCRIBED = 16;

    private final LocalProcess self;
    private final Membership state;
    private final Scheduling scheduling;
    private final Map<Integer, Answer> answers = new ConcurrentHashMap<>();
    private final Map<Integer, Asked> askedAll = new ConcurrentHashMap<>(); // by the rank of who asked
    private final Map<Integer, Said> said = new ConcurrentHashMap<>(); // by rank here
    private final AtomicLong complainedAt;

    StallReporter(LocalProcess self, Membership state) {
        this.self = self;
        this.state = state;
        scheduling = self.idleStrategy().scheduling();
        complainedAt = new AtomicLong(scheduling.nanoTime() - PAUSE_NANOS);
    }

    /** What a member of another process was doing when it was asked. */
    private record Answer(CallSignature label, String text, long atNanos) {}

    /** A question to all members. */
    private record Asked(CallSignature label, long atNanos) {}

    /** What a member of this process was doing in a wait, or beside one, and its last call. */
    private record Said(
            @Nullable LongWait longWait, @Nullable CallSignature last, String text, long atNanos) {}

    /** Asks one member, on behalf of one that is in a call. */
    void ask(int asker, int rank, CallSignature label) {
        self.signal(Notice.question(state.layout().group(), asker, rank, label));
    }

    /** Asks all members in other processes, unless that was done a moment ago. */
    void askAll(int asker, CallSignature label) {
        long now = scheduling.nanoTime();
        Asked before = askedAll.get(asker);
        if (before != null && before.label().equals(label) && now - before.atNanos() < ASK_AGAIN_NANOS) {
            return;
        }
        askedAll.put(asker, new Asked(label, now));
        self.tell(state.layout().hosts(), Notice.question(state.layout().group(), asker, Notice.ALL, label));
    }

    /** A member asks. */
    void asked(Notice question) {
        if (question.destination() != Notice.ALL) {
            answer(question.destination(), question);
            return;
        }
        state.layout().ranksAt(self.process()).stream().forEach(rank -> answer(rank, question));
    }

    private void answer(int rank, Notice question) {
        Member here = state.member(rank);
        if (here == null) {
            return;
        }
        CallSignature conflicting = compare(here, question.source(), question.label());
        CallSignature shown =
                conflicting != null ? conflicting : here.activity().last();
        self.signal(Notice.answer(
                state.layout().group(),
                rank,
                question.source(),
                shown == null ? CallSignature.NONE : shown,
                said(here, shown)));
    }

    /** Says what a member does, in the words of a moment ago if it still does the same. */
    private String said(Member here, @Nullable CallSignature last) {
        LongWait wait = here.activity().longWait();
        long now = scheduling.nanoTime();
        Said before = said.get(here.rank());
        if (before != null
                && Objects.equals(before.longWait(), wait)
                && Objects.equals(before.last(), last)
                && now - before.atNanos() < SAY_AGAIN_NANOS) {
            return before.text();
        }
        String text = doing(here, last);
        said.put(here.rank(), new Said(wait, last, text, now));
        return text;
    }

    /** A member of another process has answered one of this process. */
    void answered(Notice answer) {
        answers.put(answer.source(), new Answer(answer.label(), answer.text(), scheduling.nanoTime()));
        Member asker = state.member(answer.destination());
        if (asker != null) {
            compare(asker, answer.source(), answer.label());
            asker.activity().answeredAhead(answer.source(), answer.label().call());
        }
    }

    /** Tells a member if another was in another call of the same number; returns the member's own label then. */
    private @Nullable CallSignature compare(Member here, int other, CallSignature otherLabel) {
        if (otherLabel.equals(CallSignature.NONE)) {
            return null;
        }
        CallSignature own = here.activity().labelOf(otherLabel.call());
        if (own == null || own.equals(otherLabel)) {
            return null;
        }
        here.activity().conflictWith(Message.showing(state.layout().group(), other, here.rank(), otherLabel));
        return own;
    }

    /** Says for people what a member of this process does. */
    String doing(Member member) {
        return doing(member, member.activity().last());
    }

    private String doing(Member member, @Nullable CallSignature last) {
        LongWait wait = member.activity().longWait();
        if (wait != null) {
            Duration waited = Duration.ofNanos(scheduling.nanoTime() - wait.sinceNanos());
            return "has been waiting for %d s in %s for %s%s"
                    .formatted(
                            waited.toSeconds(),
                            state.texts().operation(wait.kind(), wait.peer(), wait.label()),
                            wait.what(),
                            ProgramThreads.calledAt(member.activity().continuesAfter(wait.thread())));
        }
        ActingThreads acting = member.activity().acting();
        Thread own = acting == null ? null : acting.own();
        return (last == null
                        ? "has begun no collective call, and is in no long wait"
                        : "last began " + state.texts().nameOf(last))
                + (own == null ? "" : ProgramThreads.isAt(own));
    }

    /**
     * Makes the exception of a member whose time is over.
     *
     * @param peer rank of the member that it has waited for, or a negative number
     * @param label the call that it is in
     * @param shown the call that is told: if it has waited for the end of started ones, that which is under way
     * @param named other members of which each could have ended the wait
     * @param what names what it has waited for
     */
    DeadlineExceededException exceeded(
            Member waiting,
            Duration deadline,
            WaitKind kind,
            int peer,
            CallSignature label,
            CallSignature shown,
            SortedSet<Integer> named,
            Supplier<String> what) {
        List<Integer> silent = silent(waiting.rank(), peer, shown);
        String operation = state.texts().operation(kind, peer, kind == WaitKind.STARTED_CALL ? shown : label);
        CallSignature missing = shown;
        if (!named.isEmpty()) {
            missing = silent.isEmpty() ? CallSignature.NONE : shown;
            silent = Stream.concat(silent.stream(), named.stream())
                    .sorted()
                    .distinct()
                    .toList();
            operation = kind == WaitKind.MESSAGE ? FailureTexts.messagesWith(named) : operation;
        }
        return new DeadlineExceededException(
                "deadline exceeded: operation=[%s] deadline=%s %s waited for %s; %s"
                        .formatted(
                                operation,
                                deadline,
                                waiting.describe(waiting.rank()),
                                what.get(),
                                silence(silent, missing)),
                operation,
                deadline,
                silent);
    }

    /** Returns the members that a wait was for and that have not done their part, as far as is known here. */
    List<Integer> silent(int self, int peer, CallSignature label) {
        List<Integer> behind = label.equals(CallSignature.NONE)
                ? List.of()
                : IntStream.range(0, state.layout().size())
                        .filter(rank -> rank != self && !hasBegun(rank, label))
                        .boxed()
                        .toList();
        return behind.isEmpty() && peer >= 0 ? List.of(peer) : behind;
    }

    /** Says for people which members are silent, what they did last, and what to do about it. */
    String silence(List<Integer> silent, CallSignature label) {
        String cure;
        if (label.equals(CallSignature.NONE)) {
            cure = "let the awaited member do its part, or give more time";
        } else if (silent.stream().allMatch(rank -> hasBegun(rank, label))) {
            cure = "all members are in this call: give more time";
        } else {
            cure = "call the operation in these members, or give more time";
        }
        return "silent ranks=%s%s; %s"
                .formatted(Ranks.text(silent), silent.isEmpty() ? "" : ": " + describe(silent), cure);
    }

    private boolean hasBegun(int rank, CallSignature label) {
        Member here = state.member(rank);
        Answer answer = answers.get(rank);
        CallSignature last = here != null ? here.activity().last() : answer == null ? null : answer.label();
        if (last != null && !last.equals(CallSignature.NONE) && last.call() >= label.call()) {
            return true;
        }
        // who needs the part of one that has left does not wait for it any more
        return here == null && state.gone().contains(rank) && !state.gone().hasFailed(rank);
    }

    /** Says for people where members are and what they did last. */
    String describe(List<Integer> ranks) {
        String text = ranks.stream()
                .limit(MOST_DESCRIBED)
                .map(rank ->
                        "rank=%d %s %s".formatted(rank, self.peer(state.layout().processOf(rank)), lastKnown(rank)))
                .collect(Collectors.joining("; "));
        return ranks.size() <= MOST_DESCRIBED ? text : text + "; and %d more".formatted(ranks.size() - MOST_DESCRIBED);
    }

    private String lastKnown(int rank) {
        if (state.gone().contains(rank)) {
            return state.gone().hasFailed(rank) ? "has failed" : "has left the group";
        }
        Member here = state.member(rank);
        if (here != null) {
            return doing(here);
        }
        Answer answer = answers.get(rank);
        if (answer == null) {
            return "has not answered";
        }
        long age = scheduling.nanoTime() - answer.atNanos();
        return age < FRESH_NANOS
                ? answer.text()
                : "has not answered for %d s; before, it %s"
                        .formatted(TimeUnit.NANOSECONDS.toSeconds(age), answer.text());
    }

    /**
     * Logs that a member has been waiting for long, but not for all members that wait for the same, nor of a wait that
     * the group's failure is about to end: that tells the cause.
     */
    void complain(
            Member member, WaitKind kind, int peer, CallSignature label, Supplier<String> what, long waitedNanos) {
        if (state.broken() != null) {
            return;
        }
        long now = scheduling.nanoTime();
        long before = complainedAt.get();
        if (now - before < PAUSE_NANOS || !complainedAt.compareAndSet(before, now)) {
            return;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "waiting for %d s: %s in %s%s, for %s; awaited: %s"
                        .formatted(
                                TimeUnit.NANOSECONDS.toSeconds(waitedNanos),
                                member.describe(member.rank()),
                                state.texts().operation(kind, peer, label),
                                ProgramThreads.calledAt(Thread.currentThread()),
                                what.get(),
                                describe(silentAmongAsked(member.rank(), peer, label))));
    }

    /** Leaves out members of which nothing is known here because a wait for one other did not ask them. */
    private List<Integer> silentAmongAsked(int self, int peer, CallSignature label) {
        return silent(self, peer, label).stream()
                .filter(rank -> peer < 0
                        || rank == peer
                        || state.member(rank) != null
                        || state.gone().contains(rank)
                        || answers.containsKey(rank))
                .toList();
    }
}
