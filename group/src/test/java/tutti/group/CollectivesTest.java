package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Located;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;

/** Barrier, broadcast and reductions, as a member calls them. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2, 4})
class CollectivesTest extends EachSizeAndRoot {
    @Test
    void shouldHoldEveryoneAtTheBarrier() {
        for (int size : SIZES) {
            boolean[] come = new boolean[size];
            job.run(size, (self, group, rank) -> {
                synchronized (come) {
                    come[rank] = true;
                }
                self.barrier(group);
                synchronized (come) {
                    assertThat(come).doesNotContain(false);
                }
                return null;
            });
        }
    }

    @Test
    void shouldBroadcastRootsValue() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            String mine = "of " + rank;
            assertThat(self.broadcast(group, mine, root)).isEqualTo("of " + root);
        });
    }

    @Test
    void shouldReturnRootsOwnReferenceAtTheRootAndCopiesElsewhere() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int[] mine = {rank};
            int[] result = self.broadcast(group, mine, root);
            if (rank == root) {
                assertThat(result).isSameAs(mine);
            } else {
                assertThat(result).isNotSameAs(mine);
            }

            self.barrier(group);
            result[0] += 100 * rank;
            self.barrier(group);
            assertThat(result).containsExactly(root + 100 * rank);
        });
    }

    @Test
    void shouldBroadcastNullEmptyAndLarge() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            boolean atRoot = rank == root;
            assertThat(self.<Object>broadcast(group, atRoot ? null : "ignored", root))
                    .isNull();
            assertThat(self.broadcast(group, atRoot ? new double[0] : null, root))
                    .isEmpty();
            assertThat(self.broadcast(group, atRoot ? large(root) : null, root)).isEqualTo(large(root));
        });
    }

    @Test
    void shouldReduceInRankOrderAtTheRoot() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            String all = self.reduce(group, rank + " ", String::concat, root);
            assertThat(all).isEqualTo(rank == root ? String.join("", names(group.size(), " ")) : null);
        });
    }

    @Test
    void shouldReduceInRankOrderAtEveryMember() {
        forEachSize((self, group, rank, size) -> assertThat(self.allReduce(group, rank + " ", String::concat))
                .isEqualTo(String.join("", names(size, " "))));
    }

    @Test
    void shouldReduceToTheSameBitsForEveryRootAndMember() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            double[] mine = {Math.pow(10, rank * 5 - 16) / 3, -Math.pow(7, 20 - rank * 3)};
            double[] everywhere = self.allReduce(group, mine, Reductions.sum());
            double[] atRoot = self.reduce(group, mine, Reductions.sum(), root);
            List<double[]> gathered = self.allGather(group, everywhere);

            assertThat(gathered).allSatisfy(other -> assertThat(other).isEqualTo(everywhere));
            if (rank == root) {
                assertThat(atRoot).isEqualTo(everywhere);
            }
        });
    }

    @Test
    void shouldReduceWithPredefinedOperators() {
        forEachSize((self, group, rank, size) -> {
            int last = size - 1;
            assertThat(self.allReduce(group, rank + 1, Reductions.sum())).isEqualTo(size * (size + 1) / 2);
            assertThat(self.allReduce(group, 2L, Reductions.product())).isEqualTo(1L << size);
            assertThat(self.allReduce(group, rank * 1.5, Reductions.max())).isEqualTo(last * 1.5);
            assertThat(self.allReduce(group, "m" + rank, Reductions.min())).isEqualTo("m0");
            assertThat(self.allReduce(group, rank == last, Reductions.logicalOr()))
                    .isTrue();
            assertThat(self.allReduce(group, 1 << rank, Reductions.bitwiseOr())).isEqualTo((1 << size) - 1);
            assertThat(self.allReduce(group, new Located<>(rank / 2, rank), Reductions.maxLocation()))
                    .isEqualTo(new Located<>(last / 2, last / 2 * 2));
            assertThat(self.allReduce(group, new int[] {rank, -rank}, Reductions.max()))
                    .containsExactly(last, 0);
        });
    }

    @Test
    void shouldLetOperatorChangeAndReturnEitherArgument() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int[] mine = {rank};
            int[] sum = self.reduce(
                    group,
                    mine,
                    (left, right) -> {
                        right[0] += left[0];
                        left[0] = -1_000;
                        return right;
                    },
                    root);
            assertThat(mine).containsExactly(rank);
            int[] kept = self.allReduce(group, mine, (left, right) -> left);
            kept[0] = 77;
            assertThat(mine).containsExactly(rank);
            if (rank == root) {
                assertThat(sum).containsExactly(group.size() * (group.size() - 1) / 2);
            }
        });
    }

    @Test
    void shouldReduceNulls() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            Integer count = self.<Integer>allReduce(
                    group, null, (left, right) -> (left == null ? 1 : left) + (right == null ? 1 : right));
            assertThat(count).isEqualTo(group.size() == 1 ? null : Integer.valueOf(group.size()));
        });
    }

    @Test
    void shouldRunManyOperationsBackToBack() {
        job.run(8, (self, group, rank) -> {
            int sum = 0;
            for (int i = 0; i < 300; i++) {
                sum += self.broadcast(group, i, i % 8);
                sum += self.allReduce(group, 1, Integer::sum);
                self.gather(group, i, (i + 3) % 8);
            }
            assertThat(sum).isEqualTo(299 * 150 + 300 * 8);
            return null;
        });
    }

    @Test
    void shouldShowBothSidesWhenCallsDoNotMatch() {
        job.run(2, (self, group, rank) -> {
            self.barrier(group);
            assertThatThrownBy(() -> {
                        if (rank == 0) {
                            self.allGather(group, "x");
                        } else {
                            self.barrier(group);
                        }
                    })
                    .isInstanceOf(MismatchedCallException.class)
                    .hasMessageContainingAll(
                            "here rank=" + rank,
                            "rank=" + (1 - rank) + " process=",
                            "called allGather",
                            "called barrier");
            return null;
        });
    }

    @Test
    void shouldShowBothRootsWhenTheyDiffer() {
        job.run(4, (self, group, rank) -> {
            if (rank == 3) {
                assertThatThrownBy(() -> self.broadcast(group, "x", 1))
                        .isInstanceOf(MismatchedCallException.class)
                        .hasMessageContainingAll("here rank=3", "called broadcast root=1", "called broadcast root=0");
            } else {
                try {
                    self.broadcast(group, "x", 0);
                } catch (MismatchedCallException e) { // if rank 3 came first
                    assertThat(e).hasMessageContainingAll("called broadcast root=0", "called broadcast root=1");
                } catch (MemberFailedException e) { // if those who were told of it have left already
                    assertThat(e).hasMessageContaining("left the group");
                }
            }
            return null;
        });
    }
}
