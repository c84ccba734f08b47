package tutti.messaging.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.device.Notice;
import tutti.messaging.match.SendStream;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;

/** Two members of a process wait for each other; the test's thread is both's. */
class DeadlockDetectorTest {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);
    private static final Duration A_WHILE = Duration.ofSeconds(2);
    private static final GroupLayout LAYOUT = new GroupLayout(1, "two", List.of(0, 0), true);

    private final List<Place> places = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final DeadlockDetector detector = new DeadlockDetector(0, new OneGroup(), Scheduling.OF_JVM);

    private static final class Place implements MemberPlace {
        private final int rank;
        private final int openReceives;
        private final CallTracker activity = new CallTracker();
        private final ActingThreads acting = new ActingThreads() {
            @Override
            public Thread own() {
                return Thread.currentThread();
            }

            @Override
            public boolean isOnly(Thread thread) {
                return true;
            }

            @Override
            public long starterId() {
                return Long.MAX_VALUE;
            }
        };
        private final LongWait wait;

        Place(int rank, WaitKind kind, int openReceives) {
            this.rank = rank;
            this.openReceives = openReceives;
            wait = new LongWait(
                    new Monitor(),
                    rank + 1,
                    1 - rank,
                    kind,
                    CallSignature.NONE,
                    () -> "something",
                    System.nanoTime() - TimeUnit.SECONDS.toNanos(1),
                    () -> false);
            activity.actedForBy(acting);
            activity.startLongWait(wait);
            acting.actAt(this, LAYOUT);
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public CallTracker activity() {
            return activity;
        }

        @Override
        public int openReceives() {
            return openReceives;
        }

        @Override
        public Collection<SendStream> streams() {
            return List.of();
        }
    }

    private final class OneGroup implements DeadlockDetector.Groups {
        @Override
        public @Nullable MemberPlace member(long group, int rank) {
            return group == LAYOUT.group() ? places.get(rank) : null;
        }

        @Override
        public boolean isGone(long group, int rank) {
            return false;
        }

        @Override
        public String doing(long group, int rank) {
            return "waits";
        }

        @Override
        public String place(int process) {
            return "process " + process;
        }

        @Override
        public void send(Notice notice) {
            throw new AssertionError("both are here: " + notice);
        }

        @Override
        public void breakForAll(long group, String why) {
            broken.add(why);
        }
    }

    private static final class Monitor implements WaitMonitor {
        @Override
        public String what() {
            return "something";
        }

        @Override
        public long tick(long waitedNanos) {
            return Long.MAX_VALUE;
        }
    }

    private void wait(WaitKind kind, int openReceives) {
        places.add(new Place(places.size(), kind, openReceives));
    }

    private boolean isFound(Duration time) throws InterruptedException {
        return happens(time, () -> {
            places.forEach(place -> detector.check(place.acting, place.wait));
            return !broken.isEmpty();
        });
    }

    private static boolean happens(Duration time, BooleanSupplier look) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (!look.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(50);
        }
        return true;
    }

    @ParameterizedTest
    @EnumSource(
            value = WaitKind.class,
            names = {"MESSAGE", "POSTED_RECEIVE", "CALL"})
    void shouldFindMembersOfWhichOneHasFurtherReceives(WaitKind kind) throws InterruptedException {
        wait(WaitKind.POSTED_RECEIVE, 3);
        wait(kind, 1);

        assertThat(isFound(LONG_ENOUGH)).isTrue();
        assertThat(broken.getFirst()).contains("deadlock: ", "ranks=[0, 1]");
    }

    @Test
    void shouldFindMembersThatSendToEachOther() throws InterruptedException {
        wait(WaitKind.TAKING, 0);
        wait(WaitKind.TAKING, 0);

        assertThat(isFound(LONG_ENOUGH)).isTrue();
    }

    @Test
    void shouldFindAMemberThatSendsToOneWithOnlyTheReceiveThatItWaitsFor() throws InterruptedException {
        wait(WaitKind.TAKING, 0);
        wait(WaitKind.POSTED_RECEIVE, 1);

        assertThat(isFound(LONG_ENOUGH)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = WaitKind.class,
            names = {"MESSAGE", "TAKING", "CALL"})
    void shouldLeaveAloneAMemberThatSendsToOneWithReceives(WaitKind kind) throws InterruptedException {
        wait(WaitKind.TAKING, 0);
        wait(kind, 1);

        assertThat(isFound(A_WHILE)).isFalse();
    }

    @Test
    void shouldLeaveAloneAMemberWhoseProgramIsCalledBack() throws InterruptedException {
        wait(WaitKind.MESSAGE, 1);
        wait(WaitKind.MESSAGE, 0);
        places.getFirst().activity.callsBack(1);

        assertThat(isFound(A_WHILE)).isFalse();

        places.getFirst().activity.callsBack(-1);
        assertThat(isFound(LONG_ENOUGH)).isTrue();
    }
}
