package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.group.GroupException.Reason;
import tutti.messaging.MemberFailedException;
import tutti.serialization.OperationInterruptedException;

/** Members that fail or leave, and the others that continue without them. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2, 4})
class ShrinkTest {
    @Parameter
    int processes;

    private TestJob job;

    @BeforeEach
    void startJob() {
        job = TestJob.of(processes, "--tutti-window-bytes=65536");
    }

    @AfterEach
    void closeJob() {
        job.closeAndCollect(); // members fail in most tests
    }

    /** What a survivor saw: its new rank and group, and the old ranks in the order of the new ones. */
    private record Outcome(int rank, int size, long id, List<Integer> oldRanks) {
        static Outcome of(ColMember self, ColGroup group, int oldRank) {
            return new Outcome(group.rank(self), group.size(), group.id(), self.allGather(group, oldRank));
        }
    }

    @Test
    void shouldGoOnWithoutTheMemberThatThrew() {
        List<TestMember<Outcome>> members = job.start("g", 4, (self, group, rank) -> {
            if (rank == 1) {
                throw new IllegalArgumentException("bad input");
            }
            assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
            ColGroup survivors = self.shrink(group);
            assertThat(survivors.name()).isEqualTo("g#1");
            assertThatThrownBy(() -> self.barrier(group))
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("bad input");
            assertThat(self.allReduce(survivors, rank, Reductions.sum())).isEqualTo(5);
            return Outcome.of(self, survivors, rank);
        });

        assertThat(survivors(members, 1)).extracting(Outcome::rank).containsExactly(0, 1, 2);
        assertThat(survivors(members, 1)).extracting(Outcome::oldRanks).containsOnly(List.of(0, 2, 3));
    }

    @Test
    void shouldContinueWithoutAMemberThatLeavesWhileOthersShrink() {
        CountDownLatch over = new CountDownLatch(3);
        List<TestMember<Integer>> members = job.start("g", 4, (self, group, rank) -> {
            Communicator world = self.communicator(group);
            if (rank == 2) {
                assertThatThrownBy(world::barrier) // until another has called shrink
                        .isInstanceOf(MemberFailedException.class);
                world.leave();
                over.await(); // and lives on
                return -1;
            }
            try {
                return world.shrink().allReduce(rank, Reductions.sum());
            } finally {
                over.countDown();
            }
        });

        assertThat(survivors(members, 2)).containsOnly(4);
    }

    @Test
    void shouldSayWhoHasGoneToThoseWhoWaitWhileOthersShrink() {
        List<TestMember<Integer>> members = job.start("g", 4, (self, group, rank) -> {
            if (rank == 1) {
                return -1; // and leaves
            }
            assertThat(rankOfLost(() -> self.receive(group, 1))).isEqualTo(1);
            int lost = 1;
            if (rank == 0) {
                self.receive(group, 2); // they have heard of it, too
                self.receive(group, 3);
            } else {
                self.sendAsync(group, "heard", 0);
                lost = rankOfLost(() -> self.receive(group, 0));
            }
            self.shrink(group);
            return lost;
        });

        assertThat(survivors(members, 1)).containsOnly(1);
    }

    @Test
    void shouldNameNobodyIfAllAreThereWhileOthersShrink() {
        List<TestMember<Integer>> members = job.start("g", 4, (self, group, rank) -> {
            int lost = rank == 0 ? -1 : rankOfLost(() -> self.receive(group, 0));
            self.shrink(group);
            return lost;
        });

        assertThat(survivors(members, -1)).containsOnly(-1);
    }

    private static int rankOfLost(ThrowingCallable operation) {
        return catchThrowableOfType(MemberFailedException.class, operation).rank();
    }

    @Test
    void shouldShrinkDownToOne() {
        List<TestMember<Integer>> members = job.start("g", 4, (self, first, rank) -> {
            ColGroup group = first;
            while (group.size() > 1) {
                if (group.rank(self) == 0) {
                    throw new IllegalStateException("next");
                }
                ColGroup broken = group;
                assertThatThrownBy(() -> self.barrier(broken)).isInstanceOf(MemberFailedException.class);
                group = self.shrink(broken);
                assertThat(group.size()).isEqualTo(broken.size() - 1);
                assertThat(group.rank(self)).isEqualTo(broken.rank(self) - 1);
            }
            self.barrier(group);
            assertThat(group.name()).isEqualTo("g#3");
            return self.allReduce(group, rank, Reductions.sum());
        });

        assertThat(TestJob.get(members.get(3).result())).isEqualTo(3);
    }

    @Test
    void shouldLeaveOutThoseWhoLeaveInsteadOfCalling() {
        List<TestMember<Outcome>> members = job.start("g", 5, (self, group, rank) -> {
            if (rank == 4) {
                throw new IllegalArgumentException("bad input");
            }
            assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
            if (rank == 0) {
                return new Outcome(-1, 0, 0, List.of()); // has enough, and leaves
            }
            return Outcome.of(self, self.shrink(group), rank);
        });

        List<Outcome> outcomes = survivors(members, 4);
        assertThat(outcomes.subList(1, 4)).extracting(Outcome::oldRanks).containsOnly(List.of(1, 2, 3));
    }

    @Test
    void shouldCallThoseWhoStillWaitInTheOldGroup() {
        List<Outcome> outcomes = job.run(4, (self, group, rank) -> {
            if (rank == 3) {
                return new Outcome(-1, 0, 0, List.of()); // leaves early: the group is not broken by that
            }
            if (rank == 0) {
                assertThatThrownBy(() -> self.receive(group, 3)).hasMessageContaining("left");
            } else {
                assertThatThrownBy(() -> self.receive(group, 0))
                        .isInstanceOf(MemberFailedException.class)
                        .hasMessageContaining("shrunk");
            }
            return Outcome.of(self, self.shrink(group), rank);
        });

        assertThat(outcomes.subList(0, 3)).extracting(Outcome::oldRanks).containsOnly(List.of(0, 1, 2));
    }

    @Test
    void shouldLeaveOutAMemberThatFailsWhileOthersWait() {
        CountDownLatch waiting = new CountDownLatch(3);
        List<TestMember<Outcome>> members = job.start("g", 5, (self, group, rank) -> {
            if (rank == 2) {
                throw new IllegalArgumentException("first");
            }
            assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
            waiting.countDown();
            if (rank == 3) {
                waiting.await();
                throw new IllegalArgumentException("second");
            }
            return Outcome.of(self, self.shrink(group), rank);
        });

        assertThat(survivors(members, 2, 3)).extracting(Outcome::oldRanks).containsOnly(List.of(0, 1, 4));
    }

    @Test
    void shouldShrinkTwoGroupsAtOnce() {
        List<TestMember<Long>> both = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            both.addAll(job.start(name, 4, (self, group, rank) -> {
                if (rank == 0) {
                    throw new IllegalStateException("of " + group.name());
                }
                assertThatThrownBy(() -> self.barrier(group)).hasMessageContaining("of " + group.name());
                ColGroup survivors = self.shrink(group);
                assertThat(self.allGather(survivors, rank)).containsExactly(1, 2, 3);
                assertThat(survivors.name()).isEqualTo(name + "#1");
                return survivors.id();
            }));
        }

        assertThat(Set.copyOf(survivors(both, 0, 4))).as("identities").hasSize(2);
    }

    @Test
    void shouldGiveTheSameObjectToAllOfAProcess() {
        Set<ColGroup> groups = ConcurrentHashMap.newKeySet();
        List<TestMember<Long>> members = job.start("g", 8, (self, group, rank) -> {
            if (rank == 7) {
                throw new IllegalStateException("gone");
            }
            assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
            ColGroup survivors = job.masterOf(rank, 8).shrink(group);
            assertThat(self.shrink(group)).isSameAs(survivors); // again, and nothing happens
            groups.add(survivors);
            self.barrier(survivors);
            return survivors.id();
        });

        assertThat(survivors(members, 7))
                .hasSize(7)
                .containsOnly(survivors(members, 7).getFirst());
        assertThat(groups).hasSize(processes);
    }

    @Test
    void shouldNameThoseWhoHaveNotCalledWhenTimeIsUp() {
        CountDownLatch timedOut = new CountDownLatch(1);
        List<TestMember<Outcome>> members = job.start("g", 4, (self, group, rank) -> {
            if (rank == 0) {
                throw new IllegalStateException("gone");
            }
            if (rank == 2) {
                timedOut.await(); // computes for a long time
            }
            assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
            if (rank == 3) {
                Throwable failure = catchThrowable(() -> self.shrink(group, Duration.ofMillis(100)));
                timedOut.countDown();
                assertThat(failure)
                        .isInstanceOfSatisfying(
                                GroupException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.TIMED_OUT));
                assertThat(failure).hasMessageContainingAll("group=g", "here rank=3", "rank=2", "host=", "PT0.1S");
            }
            return Outcome.of(self, self.shrink(group), rank);
        });

        assertThat(survivors(members, 0)).extracting(Outcome::oldRanks).containsOnly(List.of(1, 2, 3));
    }

    @Test
    void shouldEndTheWaitWhenInterrupted() {
        CountDownLatch interrupted = new CountDownLatch(1);
        List<TestMember<Outcome>> members = job.start("g", 3, (self, group, rank) -> {
            if (rank == 0) {
                throw new IllegalStateException("gone");
            }
            assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
            if (rank == 1) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> self.shrink(group)).isInstanceOf(OperationInterruptedException.class);
                assertThat(Thread.interrupted()).as("interrupted status").isTrue();
                interrupted.countDown();
            } else {
                interrupted.await();
            }
            return Outcome.of(self, self.shrink(group), rank);
        });

        assertThat(survivors(members, 0)).extracting(Outcome::oldRanks).containsOnly(List.of(1, 2));
    }

    @Test
    void shouldMakeAFreshGroupWhenAllAreAlive() {
        List<List<Integer>> ranks = job.run(4, (self, group, rank) -> self.allGather(self.shrink(group), rank));

        assertThat(ranks).containsOnly(List.of(0, 1, 2, 3));
    }

    @Test
    void shouldRefuseWhereItIsNotClearWhoCalls() {
        List<ColMember> idle = List.of(TestMember.idle());
        ColGroup group = job.activate("g", idle).getFirst();

        assertThatThrownBy(() -> job.masterOf(0, 1).shrink(group))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call the operation on the member itself");
        assertThat(idle.getFirst().shrink(group).size()).isEqualTo(1); // any thread may act for a member
        idle.getFirst().done();
        assertThatThrownBy(() -> idle.getFirst().shrink(group)).isInstanceOf(IllegalStateException.class);
    }

    /** Waits for members, except for those that fail. */
    private static <R> List<R> survivors(List<TestMember<R>> members, Integer... failed) {
        return IntStream.range(0, members.size())
                .filter(rank -> !List.of(failed).contains(rank))
                .mapToObj(rank -> TestJob.get(members.get(rank).result()))
                .toList();
    }
}
