package tutti.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.serialization.SerializationException;

/** As {@link MembersFailureTest}, with members that live in another JVM. */
class SeveralJvmsFailureTest {

    @Test
    void shouldFailOfMembersOwnException() {
        Throwable failure = Run.of(Victims.class, "oneFails").failure();

        assertThat(failure)
                .hasMessage("member failed: rank=3 members=4 process=1: java.lang.IllegalStateException: out of luck")
                .hasNoSuppressedExceptions();
        assertThat(failure.getStackTrace()[0].getMethodName()).isEqualTo("oneFails");
        assertNoChildIsLeft();
    }

    /** Those whose call failed because of it may have ended before. */
    @Test
    void shouldFailOfTheMemberThatFailedACall() {
        assertThat(Run.of(Victims.class, "oneFailsACall").failure())
                .hasMessageStartingWith("member failed: rank=3 members=4 process=1: ")
                .hasMessageContaining("java.lang.Object")
                .hasNoSuppressedExceptions();
        assertNoChildIsLeft();
    }

    @Tag("nightly")
    @Test
    void shouldSayAlsoWhatCannotBeSerialized() {
        assertThat(Run.of(Victims.class, "unserializable").failure())
                .hasMessageContaining("rank=1 members=2 process=1: ")
                .hasMessageContaining("Unserializable: of its own kind");
    }

    @Test
    void shouldNameSilentMembersOfAllJvms() {
        assertThat(Run.of(Victims.class, "oneHangs").failure())
                .hasMessageStartingWith(
                        "members have not ended: members=4 timeoutSeconds=6 silent=[3]; raise timeoutSeconds of")
                .hasMessageContaining(
                        "rank 0 waits in barrier, called at tutti.junit.SeveralJvmsFailureTest$Victims.oneHangs(")
                .hasMessageContaining(
                        "rank 3 is in no operation, at tutti.junit.SeveralJvmsFailureTest$Victims.oneHangs(");
        assertNoChildIsLeft();
    }

    @Tag("nightly")
    @Test
    void shouldReleaseMembersOfOtherJvmThatWaitForSomethingElse() {
        assertThat(Run.of(Victims.class, "firstFailsAndLastWaitsForEver").failure())
                .hasMessageContaining("rank=0 members=2 process=0")
                .hasNoSuppressedExceptions();
        assertNoChildIsLeft();
    }

    @Test
    void shouldSayThatJvmHasEnded() {
        assertThat(Run.of(Victims.class, "oneEndsItsJvm").failure())
                .hasMessageContaining("a JVM has ended before its members: process=1 ranks=[1] exitCode=7");
    }

    @Tag("nightly")
    @Test
    void shouldSayWhatFailsAroundMembersOfOtherJvm() {
        assertThat(Run.of(FailingBefore.class, "any").failure()).hasMessage("only in the child");
        assertNoChildIsLeft();
    }

    private static void assertNoChildIsLeft() {
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    static final class Victims {
        @Members(value = 4, jvms = 2)
        void oneFails(ColMember member, ColGroup group, @Rank int rank) {
            if (rank == 3) {
                throw new IllegalStateException("out of luck");
            }
            member.barrier(group);
        }

        @Members(value = 4, jvms = 2)
        void oneFailsACall(ColMember member, ColGroup group, @Rank int rank) throws InterruptedException {
            try {
                member.allGather(group, rank == 3 ? new Object() : "text");
            } catch (SerializationException e) {
                Thread.sleep(200);
                throw e;
            }
        }

        @Members(value = 2, jvms = 2)
        void unserializable(ColMember member, ColGroup group, @Rank int rank) {
            if (rank == 1) {
                throw new Unserializable();
            }
            member.barrier(group);
        }

        @Members(value = 4, jvms = 2, timeoutSeconds = 6)
        void oneHangs(ColMember member, ColGroup group, @Rank int rank) throws InterruptedException {
            if (rank == 3) {
                new CountDownLatch(1).await();
            }
            member.barrier(group);
        }

        @Members(value = 2, jvms = 2)
        void firstFailsAndLastWaitsForEver(ColMember member, ColGroup group, @Rank int rank)
                throws InterruptedException {
            member.barrier(group);
            if (rank == 0) {
                throw new IllegalStateException();
            }
            new CountDownLatch(1).await();
        }

        @Members(value = 2, jvms = 2)
        void oneEndsItsJvm(ColMember member, ColGroup group, @Rank int rank) {
            member.barrier(group);
            if (rank == 1) {
                Runtime.getRuntime().halt(7);
            }
            member.barrier(group);
        }
    }

    static final class FailingBefore {
        @BeforeEach
        void begin() {
            if (System.getProperty("sun.java.command", "").startsWith(ChildJvm.class.getName())) {
                throw new IllegalStateException("only in the child");
            }
        }

        @Members(value = 2, jvms = 2)
        void any(ColMember member, ColGroup group) {
            member.barrier(group);
        }
    }

    private static final class Unserializable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unserializable() {
            super("of its own kind");
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new NotSerializableException("refuses");
        }
    }
}
