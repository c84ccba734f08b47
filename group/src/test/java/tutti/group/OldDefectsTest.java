package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.messaging.LoadClock;

/** What went wrong for users of the 2001 library goes right here. */
class OldDefectsTest {

    static IntStream sizes() {
        return IntStream.rangeClosed(1, 9);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldScatterToEveryMemberFromEveryRoot(int size) {
        try (TestJob job = TestJob.of(Math.min(size, 2))) {
            job.run(size, (self, group, rank) -> {
                for (int root = 0; root < size; root++) {
                    int from = root;
                    List<String> parts = IntStream.range(0, size)
                            .mapToObj(to -> from + " to " + to)
                            .toList();
                    String part = self.scatter(group, rank == root ? PerRank.of(parts) : null, root);
                    assertThat(part).isEqualTo(root + " to " + rank);
                }
                return null;
            });
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldGatherFromEveryMemberAtEveryRoot(int size) {
        try (TestJob job = TestJob.of(Math.min(size, 2))) {
            job.run(size, (self, group, rank) -> {
                for (int root = 0; root < size; root++) {
                    List<Integer> all = self.gather(group, 10 * root + rank, root);
                    if (rank == root) {
                        int base = 10 * root;
                        assertThat(all)
                                .isEqualTo(IntStream.range(base, base + size)
                                        .boxed()
                                        .toList());
                    }
                }
                return null;
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "1, 7", "1, 8", "2, 4", "4, 4", "4, 8"})
    void shouldCaptureBeforeAllReduceReturns(int processes, int size) {
        ReductionObject<int[]> addInPlace = (left, right) -> {
            for (int i = 0; i < left.length; i++) {
                left[i] += right[i];
            }
            return left;
        };
        try (TestJob job = TestJob.of(processes)) {
            job.run(size, (self, group, rank) -> {
                int[] data = new int[1_000];
                for (int round = 0; round < 100; round++) {
                    Arrays.fill(data, round + rank);
                    int[] sum = self.allReduce(group, data, addInPlace);
                    Arrays.fill(data, -1); // no one may see this
                    int expected = size * round + size * (size - 1) / 2;
                    assertThat(Arrays.stream(sum).allMatch(each -> each == expected))
                            .isTrue();
                    Arrays.fill(sum, -1); // nor this
                }
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCaptureBeforeSendAsyncReturns(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            job.run(2, (self, group, rank) -> {
                int[] data = new int[20_000];
                for (int round = 0; round < 200; round++) {
                    Arrays.fill(data, round);
                    self.sendAsync(group, data, 1 - rank);
                    Arrays.fill(data, -1);
                    int[] received = self.receive(group, 1 - rank);
                    assertThat(received[0]).isEqualTo(round);
                    assertThat(received[19_999]).isEqualTo(round);
                }
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void shouldCaptureBeforeAllGatherReturns(int size) {
        try (TestJob job = TestJob.of(2)) {
            job.run(size, (self, group, rank) -> {
                int[] data = new int[1_000];
                for (int round = 0; round < 100; round++) {
                    int[] mine = data.clone();
                    Arrays.fill(mine, round * 10 + rank);
                    List<int[]> all = self.allGather(group, mine);
                    Arrays.fill(mine, -1);
                    for (int from = 0; from < size; from++) {
                        int expected = from == rank ? -1 : round * 10 + from;
                        assertThat(Arrays.stream(all.get(from)).allMatch(each -> each == expected))
                                .isTrue();
                    }
                }
                return null;
            });
        }
    }

    @Test
    void shouldLetTwoMembersOfOneJvmLeave() throws InterruptedException {
        ColGroupMaster master = new ColGroupMaster("--tutti-members=2");
        List<TestMember<Integer>> members = master.start(
                "g", () -> new TestMember<>((self, group, rank) -> self.allReduce(group, 1, Integer::sum)));
        for (ColMember member : members) {
            member.join();
        }
        long start = LoadClock.nanos();

        master.close();

        assertThat(Duration.ofNanos(LoadClock.nanos() - start)).isLessThan(Duration.ofSeconds(1));
        assertThat(TestJob.outcome(members)).containsExactly(2, 2);
    }

    @Test
    void shouldCommunicateByExplicitRanks() {
        try (TestJob job = TestJob.of(2)) {
            List<TestMember<String>> members = IntStream.range(0, 4)
                    .mapToObj(i -> new TestMember<>(
                            (self, group, rank) -> String.join(",", self.allGather(group, "member " + i))))
                    .toList();
            for (int i = 0; i < 4; i++) {
                job.master(i % 2).addMember("g", 3 - i, members.get(i));
            }
            for (int i = 0; i < 4; i++) {
                members.get(i).start(job.master(i % 2).getGroup("g", 4));
            }

            assertThat(TestJob.outcome(members)).containsOnly("member 3,member 2,member 1,member 0");
        }
    }

    @Test
    void shouldGiveNoNumberTwiceWhenGroupsAreDeleted() {
        try (TestJob job = TestJob.of(1)) {
            Set<Long> ids = new HashSet<>();
            ColMember member = TestMember.idle();
            int groups = Boolean.getBoolean("tutti.test.all") ? 4_200 : 300; // the old limit was 4,095 groups
            for (int i = 0; i < groups; i++) {
                ids.add(job.activate("g", List.of(member)).getFirst().id());
                job.master(0).deleteGroup("g");
            }
            assertThat(ids).hasSize(groups);
            member.done();
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldGatherRaggedAndEmptyContributionsEverywhere(int size) {
        try (TestJob job = TestJob.of(Math.min(size, 2))) {
            job.run(size, (self, group, rank) -> {
                for (int shift = 0; shift < 3; shift++) {
                    List<int[]> all = self.allGather(group, new int[(rank + shift) % 3 * 1_000]);
                    for (int from = 0; from < size; from++) {
                        assertThat(all.get(from)).hasSize((from + shift) % 3 * 1_000);
                    }
                    assertThat(self.allGather(group, List.of())).hasSize(size).containsOnly(List.of());
                }
                return null;
            });
        }
    }

    @Test
    void shouldKeepSettingsOfJobsInOneJvmApart() {
        try (TestJob narrow = TestJob.of(1, "--tutti-window-bytes=1000", "--tutti-members=3");
                TestJob wide = TestJob.of(1, "--tutti-members=5")) {
            assertThat(narrow.master(0).numberOfCpus()).isEqualTo(3);
            assertThat(wide.master(0).numberOfCpus()).isEqualTo(5);
            wide.run(2, (self, group, rank) -> {
                for (int i = 0; i < 100; i++) {
                    self.sendAsync(group, new byte[1_000], 1 - rank); // far above the other job's window
                }
                self.barrier(group);
                return null;
            });
        }
    }

    @Test
    void shouldExchangeWithOneselfAtEveryRank() {
        try (TestJob job = TestJob.of(2)) {
            assertThat(job.run(3, (self, group, rank) -> self.<Integer>rendezvous(group, rank, rank)))
                    .containsExactly(0, 1, 2);
        }
    }
}
