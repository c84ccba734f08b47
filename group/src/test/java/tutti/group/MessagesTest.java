package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages between members, within one process and between two. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2})
class MessagesTest {
    private static final int WINDOW_BYTES = 64 * 1024;

    @Parameter
    int processes;

    private TestJob job;

    @BeforeEach
    void startJob() {
        job = TestJob.of(processes, "--tutti-window-bytes=" + WINDOW_BYTES);
    }

    @AfterEach
    void closeJob() {
        job.close();
    }

    @Test
    void shouldSendAsyncToAllAndOneselfWithoutPostedReceive() {
        List<String> received = job.run(3, (self, group, rank) -> {
            for (int to = 0; to < 3; to++) {
                self.sendAsync(group, rank + "->" + to, to);
            }
            self.barrier(group);
            String text = "";
            for (int from = 0; from < 3; from++) {
                text += self.<String>receive(group, from) + " ";
            }
            return text;
        });

        assertThat(received).containsExactly("0->0 1->0 2->0 ", "0->1 1->1 2->1 ", "0->2 1->2 2->2 ");
    }

    @Test
    void shouldReceiveInOrderForEachPair() {
        int count = 2_000;
        job.run(4, (self, group, rank) -> {
            for (int i = 0; i < count; i++) {
                // some of several chunks, which others must not overtake
                self.sendAsync(group, i % 500 == 7 ? new int[] {i, new int[100_000].length} : i, (rank + 1) % 4);
                if (i % 100 == 99) {
                    receiveInOrder(self, group, (rank + 3) % 4, i - 99, i);
                }
            }
            return null;
        });
    }

    private static void receiveInOrder(ColMember self, ColGroup group, int from, int first, int last) {
        for (int i = first; i <= last; i++) {
            Object value = self.receive(group, from);
            assertThat(value instanceof int[] array ? array[0] : value).isEqualTo(i);
        }
    }

    @Test
    void shouldKeepOrderOfLargeAndSmallMessages() {
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                for (int i = 0; i < 20; i++) {
                    self.sendAsync(group, new long[i % 2 == 0 ? 200_000 : 1], 1);
                }
            } else {
                for (int i = 0; i < 20; i++) {
                    assertThat(self.<long[]>receive(group, 0)).hasSize(i % 2 == 0 ? 200_000 : 1);
                }
            }
            return null;
        });
    }

    @Test
    void shouldKeepGroupsApart() {
        List<TestMember<Void>> members = List.of(TestMember.idle(), TestMember.idle());
        List<ColGroup> red = job.activate("red", members);
        List<ColGroup> blue = job.activate("blue", members);
        ColMember sender = members.get(0);
        ColMember receiver = members.get(1);
        for (int i = 0; i < 10; i++) {
            sender.sendAsync(red.get(0), "red " + i, 1);
            sender.sendAsync(blue.get(0), "blue " + i, 1);
        }

        List<String> received = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            received.add(receiver.receive(blue.get(1), 0));
        }
        for (int i = 0; i < 10; i++) {
            received.add(receiver.receive(red.get(1), 0));
        }

        assertThat(received.subList(0, 10)).allMatch(text -> text.startsWith("blue"));
        assertThat(received.subList(10, 20)).allMatch(text -> text.startsWith("red"));
        assertThat(received.subList(10, 20)).isSorted();
        members.forEach(ColMember::done);
    }

    @Test
    void shouldSendInOneGroupAndReceiveInAnother() {
        List<TestMember<Void>> members =
                IntStream.range(0, 3).mapToObj(i -> TestMember.idle()).toList();
        List<ColGroup> forward = job.activate("forward", members);
        for (int i = 0; i < 3; i++) {
            job.masterOf(i, 3).addMember("reversed", 2 - i, members.get(i));
        }
        List<ColGroup> reversed = IntStream.range(0, 3)
                .mapToObj(i -> job.masterOf(i, 3).getGroup("reversed", 3))
                .toList();

        // to the next in the one group; from the next in the other, which is the same member: it sends in the first
        // only,
        // so each also sends in the second to whom it is the next there
        List<String> received = TestJob.eachAtOnce(3, i -> {
            ColMember self = members.get(i);
            ColGroup there = reversed.get(i);
            int back = (there.rank(self) + 2) % 3;
            self.sendAsync(there, "reversed from " + i, back);
            String one = self.sendReceive(
                    forward.get(i), "forward from " + i, (i + 1) % 3, there, (there.rank(self) + 1) % 3);
            String two = self.receive(forward.get(i), (i + 2) % 3);
            return one + ", " + two;
        });

        assertThat(received)
                .containsExactly(
                        "reversed from 2, forward from 2",
                        "reversed from 0, forward from 0",
                        "reversed from 1, forward from 1");
        members.forEach(ColMember::done);
    }

    @Test
    void shouldShiftRoundTheRing() {
        List<Integer> received = job.run(
                5,
                (self, group, rank) -> self.<Integer>sendReceive(group, rank, (rank + 1) % 5, group, (rank + 4) % 5));

        assertThat(received).containsExactly(4, 0, 1, 2, 3);
    }

    @Test
    void shouldExchangeInPairs() {
        List<int[]> received = job.run(4, (self, group, rank) -> {
            int[] mine = {rank};
            int[] first = self.rendezvous(group, mine, rank ^ 1);
            int[] second = self.rendezvous(group, first, rank ^ 2);
            mine[0] = -1;
            return second;
        });

        assertThat(received).containsExactly(new int[] {3}, new int[] {2}, new int[] {1}, new int[] {0});
    }

    @Test
    void shouldExchangeWithOneself() {
        job.run(2, (self, group, rank) -> {
            int[] mine = {rank};
            int[] copy = self.rendezvous(group, mine, rank);
            assertThat(copy).containsExactly(rank).isNotSameAs(mine);
            return null;
        });
    }

    @Test
    void shouldCarryNull() {
        job.run(2, (self, group, rank) -> {
            self.sendAsync(group, null, 1 - rank);
            assertThat(self.<Object>receive(group, 1 - rank)).isNull();
            assertThat(self.<Object>rendezvous(group, null, 1 - rank)).isNull();
            assertThat(self.<Object>sendReceive(group, null, 1 - rank, group, 1 - rank))
                    .isNull();
            if (rank == 0) {
                self.sendSync(group, null, 1);
            } else {
                assertThat(self.<Object>receive(group, 0)).isNull();
            }
            return null;
        });
    }

    @Test
    void shouldCaptureBeforeReturning() {
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                List<int[]> value = new ArrayList<>(List.of(new int[] {1}));
                self.sendAsync(group, value, 1);
                value.getFirst()[0] = 2;
                value.add(null);
                self.barrier(group);
            } else {
                self.barrier(group);
                List<int[]> value = self.receive(group, 0);
                assertThat(value).singleElement().isEqualTo(new int[] {1});
            }
            return null;
        });
    }

    @Test
    void shouldLetAnyThreadActForMember() {
        TestMember<Void> a = TestMember.idle();
        TestMember<Void> b = TestMember.idle();
        List<ColGroup> active = job.activate("g", List.of(a, b));
        int threads = 8;

        CompletableFuture<List<Integer>> received =
                TestJob.async(() -> TestJob.eachAtOnce(threads, i -> b.<Integer>receive(active.get(1), 0)));
        TestJob.eachAtOnce(threads, i -> {
            a.sendSync(active.get(0), i, 1);
            return i;
        });

        assertThat(TestJob.get(received)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        a.done();
        b.done();
    }

    @Test
    void shouldRunInVirtualThreads() {
        int size = 50;
        List<TestMember<Integer>> members = IntStream.range(0, size)
                .mapToObj(i -> new TestMember<>((self, group, rank) -> {
                    assertThat(Thread.currentThread().isVirtual()).isTrue();
                    self.sendAsync(group, rank, (rank + 1) % size);
                    int left = self.receive(group, (rank + size - 1) % size);
                    return self.allReduce(group, left, Integer::sum);
                }))
                .toList();
        List<ColGroup> active = job.activate("g", members);

        for (int i = 0; i < size; i++) {
            members.get(i).startVirtual(active.get(i));
        }

        assertThat(TestJob.outcome(members)).containsOnly(size * (size - 1) / 2);
    }

    @Test
    void shouldCarryEveryKindOfValue() {
        List<Object> values = Arrays.asList(
                1,
                "text",
                2.5,
                'c',
                null,
                new int[0],
                new double[] {1, 2},
                List.of(1, 2),
                Duration.ofDays(1),
                new String[] {"x"});
        job.run(2, (self, group, rank) -> {
            for (Object value : values) {
                Object theirs = self.rendezvous(group, value, 1 - rank);
                assertThat(theirs).isEqualTo(value);
            }
            return null;
        });
    }
}
