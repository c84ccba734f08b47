package tutti.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.messaging.DeadlineExceededException;

/** Test methods run on members, as a user writes them. */
class MembersTest {
    private final List<Integer> ranks = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger begun = new AtomicInteger();

    @BeforeEach
    void begin() {
        begun.incrementAndGet();
    }

    @AfterEach
    void shouldHaveRunOnEachMemberOfThisJvm() {
        assertThat(ranks).doesNotHaveDuplicates();
        assertThat(begun).hasValue(1);
    }

    @Members({1, 2, 3, 4, 7, 8})
    void shouldRunOnEachMember(ColMember member, ColGroup group, @Rank int rank) {
        ranks.add(rank);
        assertThat(group.rank(member)).isEqualTo(rank);
        int sum = member.allReduce(group, rank, Reductions.sum());
        assertThat(sum).isEqualTo(group.size() * (group.size() - 1) / 2);
        assertThat(ranks).hasSize(group.size());
    }

    @Members({1, 4})
    void shouldPassTheCommunicator(Communicator world, ColMember member, ColGroup group, @Rank int rank) {
        assertThat(world.rank()).isEqualTo(rank);
        assertThat(world).isSameAs(member.communicator(group));
        List<Integer> all = world.allGather(rank);
        assertThat(all).hasSize(world.size()).isSorted();
    }

    @Members(3)
    void shouldRunInThreadOfMember(ColMember member, ColGroup group) {
        assertThat(Thread.currentThread().getName()).isEqualTo("tutti-test-" + group.rank(member));
    }

    @Members(4)
    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void shouldTakeOwnParametersFirst(int length, ColMember member, ColGroup group) {
        int[] sums = member.allReduce(group, new int[length], Reductions.sum());
        assertThat(sums).hasSize(length);
        assertThat(group.size()).isEqualTo(4);
    }

    @Members(2)
    @RepeatedTest(2)
    void shouldRunBesideOtherTemplates(ColGroup group) {
        assertThat(group.size()).isEqualTo(2);
    }

    @Members(value = 2, settings = "deadline=PT0.05S")
    void shouldPassSettings(ColMember member, ColGroup group, @Rank int rank) {
        assertThatThrownBy(() -> member.receive(group, 1 - rank)).isInstanceOf(DeadlineExceededException.class);
        member.barrier(group.within(Duration.ofSeconds(30)));
    }

    @Tag("nightly")
    @Members(
            value = {2, 5},
            jvms = 3)
    void shouldRunInSeveralJvms(ColMember member, ColGroup group, @Rank int rank) {
        List<Long> pids = member.allGather(group, ProcessHandle.current().pid());
        assertThat(pids).hasSize(group.size());
        assertThat(pids.stream().distinct()).hasSize(Math.min(group.size(), 3));
        assertThat(pids.getFirst()).isNotEqualTo(pids.getLast());
    }

    @Members(value = 2, jvms = 2)
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void shouldRunSameInvocationInSeveralJvms(String text, ColMember member, ColGroup group) {
        assertThat(member.allGather(group, text)).containsExactly(text, text);
        assertThat(member.allGather(group, ProcessHandle.current().pid())).doesNotHaveDuplicates();
        assertThat(begun).hasValue(1);
    }

    /** With all test methods of a class. */
    @Nested
    @Members({1, 3})
    class OnClass {
        @Test
        void shouldRunOnEachMember(ColMember member, ColGroup group, @Rank int rank) {
            ranks.add(rank);
            member.barrier(group);
            assertThat(ranks).hasSize(group.size());
            assertThat(group.size()).isIn(1, 3);
        }

        @ParameterizedTest
        @ValueSource(ints = {5, 6})
        void shouldRunForEachArgument(int argument, ColMember member, ColGroup group) {
            assertThat(member.allReduce(group, argument, Reductions.max())).isEqualTo(argument);
            assertThat(group.size()).isIn(1, 3);
        }

        @Members(2)
        void shouldFollowMethodFirst(ColGroup group) {
            assertThat(group.size()).isEqualTo(2);
        }

        @TestFactory
        DynamicTest shouldLeaveTestFactoriesAlone() {
            return DynamicTest.dynamicTest("alone", () -> assertThat(ranks).isEmpty());
        }

        @Nested
        class Inside {
            @Test
            void shouldFollowOuterClass(ColGroup group) {
                assertThat(group.size()).isIn(1, 3);
            }
        }
    }
}
