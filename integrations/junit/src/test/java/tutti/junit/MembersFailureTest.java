package tutti.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.messaging.MemberFailedException;

/** Tests whose members fail, hang or leave end in time, and say why. */
class MembersFailureTest {

    @Test
    void shouldFailOfMembersOwnException() {
        Throwable failure = Run.of(Victims.class, "oneFails").failure();

        assertThat(failure)
                .isInstanceOf(AssertionFailedError.class)
                .hasMessage("member failed: rank=2 members=4: java.lang.IllegalStateException: out of luck")
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasNoSuppressedExceptions();
        assertThat(failure.getStackTrace()[0].getMethodName()).isEqualTo("oneFails");
    }

    @Test
    void shouldSuppressOtherOwnExceptions() {
        Throwable failure = Run.of(Victims.class, "twoFail").failure();

        assertThat(failure).hasMessageMatching("member failed: rank=[02] members=4: .*: rank [02]");
        assertThat(failure.getSuppressed())
                .singleElement()
                .satisfies(other ->
                        assertThat(other).hasMessageMatching("member failed: rank=[02] members=4: .*: rank [02]"));
    }

    @Test
    void shouldKeepComparedValues() {
        Throwable failure = Run.of(Victims.class, "oneDiffers").failure();

        assertThat(failure).isInstanceOfSatisfying(AssertionFailedError.class, error -> {
            assertThat(error).hasMessageContaining("rank=1 members=3: ").hasMessageContaining("<3>");
            assertThat(error.getExpected().getEphemeralValue()).isEqualTo(3);
            assertThat(error.getActual().getEphemeralValue()).isEqualTo(4);
        });
    }

    @Test
    void shouldInterruptThoseWhoWaitForSomethingElse() {
        assertThat(Run.of(Victims.class, "oneFailsAndOneWaitsForEver").failure())
                .hasMessageContaining("rank=0 members=2")
                .hasNoSuppressedExceptions();
    }

    @Test
    void shouldNameSilentMembersWhenTimeIsUp() {
        Throwable failure = Run.of(Victims.class, "oneHangs").failure();

        assertThat(failure)
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith(
                        "members have not ended: members=4 timeoutSeconds=1 silent=[2]; raise timeoutSeconds of")
                .hasMessageContaining(
                        "rank 0 waits in receive, called at tutti.junit.MembersFailureTest$Victims.oneHangs(")
                .hasMessageContaining("rank 2 is in no operation, at tutti.junit.MembersFailureTest$Victims.oneHangs(")
                .hasMessageContaining("rank 3 ended");
        assertThat(failure.getSuppressed()).hasSize(3);
        assertThat(failure.getSuppressed()[2].getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("oneHangs"));
    }

    @Test
    void shouldEndAlthoughMemberIgnoresInterrupts() {
        try {
            assertThat(Run.of(Victims.class, "oneIgnoresInterrupts").failure())
                    .hasMessageContaining("timeoutSeconds=1 silent=[1]");
        } finally {
            Victims.IGNORED.countDown();
        }
    }

    @Test
    void shouldFailWhenMemberLeavesEarly() {
        Throwable failure = Run.of(Victims.class, "oneLeaves").failure();

        assertThat(failure).hasCauseInstanceOf(MemberFailedException.class).hasMessageContaining("rank=2");
    }

    @Test
    void shouldAbortWhenAssumptionFails() {
        assertThat(Run.of(Victims.class, "assumes").aborted()).isOne();
    }

    @Test
    void shouldRunAfterEachOnceAfterFailure() {
        Victims.ENDED.set(0);
        assertThat(Run.of(Victims.class, "oneFails").failure()).isNotNull();

        assertThat(Victims.ENDED).hasValue(1);
    }

    @Test
    void shouldRefuseWrongUse() {
        assertThat(Run.of(Wrong.class, "none").failure())
                .hasMessageStartingWith("cannot use @Members: no number of members at");
        assertThat(Run.of(Wrong.class, "zero").failure())
                .hasMessageContaining("members=0")
                .hasMessageEndingWith("a test has at least one member");
        assertThat(Run.of(Wrong.class, "noJvm").failure()).hasMessageContaining("jvms=0");
        assertThat(Run.of(Wrong.class, "noTime").failure()).hasMessageContaining("timeoutSeconds=0");
        assertThat(Run.of(Wrong.class, "badSetting").failure()).hasMessageContaining("write NAME=VALUE");
        assertThat(Run.of(Wrong.class, "unknownSetting").failure())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--tutti-colour=red");
        assertThat(Run.of(Wrong.class, "wideRank").failure()).hasMessageContaining("declare it as @Rank int");
        assertThat(Run.of(WrongBefore.class, "any").failure()).hasMessageContaining("use it in test methods only");
    }

    @Test
    void shouldRefuseSizesBesideAnotherTemplate() {
        assertThat(Run.of(Wrong.class, "twice").failure())
                .hasMessageContaining("members=[1, 2] beside another template")
                .hasMessageEndingWith("put @Members on the class, or give one number");
    }

    @Test
    void shouldRefuseTestBesideMembers() {
        assertThat(Run.of(Wrong.class, "alsoTest").failures())
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("remove @Test"));
    }

    static final class Victims {
        static final CountDownLatch IGNORED = new CountDownLatch(1);
        static final AtomicInteger ENDED = new AtomicInteger();

        private final CyclicBarrier both = new CyclicBarrier(2);

        @AfterEach
        void end() {
            ENDED.incrementAndGet();
        }

        @Members(4)
        void oneFails(ColMember member, ColGroup group, @Rank int rank) {
            if (rank == 2) {
                throw new IllegalStateException("out of luck");
            }
            member.barrier(group);
        }

        @Members(4)
        void twoFail(ColMember member, ColGroup group, @Rank int rank) throws Exception {
            if (rank % 2 == 0) {
                both.await(); // so that neither fails of the other
                throw new IllegalStateException("rank " + rank);
            }
            member.barrier(group);
        }

        @Members(3)
        void oneDiffers(ColMember member, ColGroup group, @Rank int rank) {
            assertEquals(3, rank == 1 ? 4 : 3);
            member.barrier(group);
        }

        @Members(2)
        void oneFailsAndOneWaitsForEver(@Rank int rank) throws InterruptedException {
            if (rank == 0) {
                throw new IllegalStateException();
            }
            new CountDownLatch(1).await();
        }

        @Members(value = 4, timeoutSeconds = 1)
        void oneHangs(ColMember member, ColGroup group, @Rank int rank) throws InterruptedException {
            if (rank == 2) {
                new CountDownLatch(1).await();
            }
            if (rank != 3) {
                member.receive(group, 2);
            }
        }

        @Members(value = 2, timeoutSeconds = 1)
        void oneIgnoresInterrupts(@Rank int rank) {
            while (rank == 1 && IGNORED.getCount() > 0) {
                Thread.onSpinWait();
            }
        }

        @Members(4)
        void oneLeaves(ColMember member, ColGroup group, @Rank int rank) {
            if (rank != 2) {
                member.barrier(group);
            }
        }

        @Members(4)
        void assumes(ColMember member, ColGroup group, @Rank int rank) {
            assumeTrue(rank != 1, "not on odd days");
            member.barrier(group);
        }
    }

    static final class Wrong {
        @Members({})
        void none() {}

        @Members(0)
        void zero() {}

        @Members(value = 1, jvms = 0)
        void noJvm() {}

        @Members(value = 1, timeoutSeconds = 0)
        void noTime() {}

        @Members(value = 1, settings = "--tutti-verify=full")
        void badSetting() {}

        @Members(value = 2, settings = "colour=red")
        void unknownSetting() {}

        @Members(1)
        void wideRank(@Rank long rank) {}

        @Members({1, 2})
        @RepeatedTest(1)
        void twice() {}

        @Test
        @Members(1)
        void alsoTest() {}
    }

    static final class WrongBefore {
        @BeforeEach
        void begin(ColGroup group) {}

        @Members(1)
        void any() {}
    }
}
