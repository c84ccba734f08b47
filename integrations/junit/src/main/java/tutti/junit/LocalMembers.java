package tutti.junit;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroupMaster;
import tutti.messaging.MemberFailedException;

/** The members of one JVM, at work. Every wait for them is bounded. */
final class LocalMembers {
    /** For those that wait in no operation when another has failed. */
    static final Duration TIME_TO_END_TOO = Duration.ofSeconds(5);

    /** For the other JVMs, before members that are interrupted here make theirs fail. */
    private static final Duration TIME_TO_LOOK = Duration.ofSeconds(1);

    private static final Duration TIME_TO_BE_INTERRUPTED = Duration.ofSeconds(2);

    private final Place place;
    private final List<TestMember> members;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> ending = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> begun = new CompletableFuture<>(); // all, also in other JVMs
    private final Thread job;
    private volatile Deadline limit;
    private volatile boolean released;
    private volatile @Nullable Throwable problem;

    private LocalMembers(Place place, TestMember.Body body) {
        this.place = place;
        limit = place.deadline();
        members = place.ranks().stream()
                .map(rank -> new TestMember(rank, place.process(), body, () -> released, this::endSoon))
                .toList();
        job = Thread.ofPlatform()
                .daemon()
                .name("tutti-test-job-" + place.process())
                .unstarted(this::run);
    }

    /** Starts this JVM's share of a job's members. */
    static LocalMembers start(Place place, TestMember.Body body) {
        LocalMembers started = new LocalMembers(place, body);
        started.job.start();
        return started;
    }

    private void run() {
        try (ColGroupMaster master = new ColGroupMaster(place.arguments())) {
            Iterator<TestMember> next = members.iterator();
            master.start("test", next::next);
            begun.complete(null);
        } catch (MemberFailedException failed) {
            // the members' outcomes say it
        } catch (Throwable failure) {
            problem = released ? null : failure;
        } finally {
            ended.complete(null);
        }
    }

    /**
     * Waits until all have ended, or the test's time is up, or one has failed and the others have had time to notice.
     * The time runs from when all have begun.
     *
     * @throws InterruptedException if this thread is interrupted; the members have been, too
     */
    Report await() throws InterruptedException {
        try {
            if (await(CompletableFuture.anyOf(begun, ended, ending), place.remaining())) {
                limit = Deadline.in(place.plan().timeToEnd());
            }
            if (!await(CompletableFuture.anyOf(ended, ending), remaining())) {
                Report before = look();
                if (place.meeting() != null) {
                    await(ended, TIME_TO_LOOK);
                }
                return release(before);
            }
            Duration left = remaining();
            await(ended, left.compareTo(TIME_TO_END_TOO) < 0 ? left : TIME_TO_END_TOO);
            return release(null);
        } catch (InterruptedException e) {
            release();
            throw e;
        }
    }

    /** Returns how long members may still take. */
    Duration remaining() {
        return limit.remaining();
    }

    /** Another JVM's members have ended: with a problem there, ours have no one to wait for. */
    void noticeEndElsewhere(Report report) {
        if (report.problem() != null) {
            release();
        } else if (!report.isGood()) {
            endSoon();
        }
    }

    /** Gives those that have not ended a little time, for the test has failed; returns at once. */
    private void endSoon() {
        ending.complete(null);
    }

    /** Has all end that have not; returns at once. */
    void release() {
        if (!ended.isDone()) {
            released = true;
            members.forEach(TestMember::interrupt);
            job.interrupt();
            ending.complete(null);
        }
    }

    private Report release(@Nullable Report known) throws InterruptedException {
        release();
        CompletableFuture<?>[] ends = members.stream()
                .filter(TestMember::hasBegun)
                .map(TestMember::ended)
                .toArray(CompletableFuture<?>[]::new);
        await(CompletableFuture.allOf(ended, CompletableFuture.allOf(ends)), TIME_TO_BE_INTERRUPTED);
        return known != null ? known : look();
    }

    private Report look() {
        return new Report(members.stream().map(TestMember::look).toList(), problem);
    }

    private static boolean await(CompletableFuture<?> event, Duration limit) throws InterruptedException {
        try {
            event.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
