package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.Blocks;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.GridBlock;
import tutti.collectives.algorithm.Neighbors;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Together.Outcome;
import tutti.serialization.DirectBuffer;

/** Members that do not call the same are told so, and no one hangs. */
class MismatchedCallTest extends GroupTest {

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void shouldShowBothOperations(int size) {
        List<MismatchedCallException> found = mismatches(size, member -> {
            if (member.rank() == size - 1) {
                member.collectives().barrier();
            } else {
                member.collectives().allReduce(1, Reductions.sum());
            }
            return null;
        });

        assertThat(found)
                .anySatisfy(mismatch -> assertThat(mismatch)
                        .hasMessageContaining("called barrier as collective call number 0")
                        .hasMessageContaining("called allReduce as collective call number 0")
                        .hasMessageContaining("rank=" + (size - 1))
                        .hasMessageContaining("group=test-"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void shouldShowBothRoots(int size) {
        List<MismatchedCallException> found = mismatches(size, member -> {
            member.collectives().broadcast("value", member.rank() == size - 1 ? size - 1 : 0);
            member.collectives().barrier(); // a root may only notice when it hears from the others again
            return null;
        });

        assertThat(found)
                .anySatisfy(mismatch -> assertThat(mismatch.getMessage())
                        .containsAnyOf("broadcast root=0", "broadcast root=" + (size - 1))
                        .contains("rank=" + (size - 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void shouldShowBothOperators(int size) {
        List<MismatchedCallException> found = mismatches(size, member -> {
            member.collectives().allReduce(1, member.rank() == size - 1 ? Reductions.max() : Reductions.sum());
            member.collectives().barrier();
            return null;
        });

        assertThat(found)
                .anySatisfy(mismatch -> assertThat(mismatch.getMessage())
                        .contains("allReduce as collective call number 0 with operator sum")
                        .contains("allReduce as collective call number 0 with operator max"));
    }

    /** Members that have noticed go on computing, and leave only when the others have ended, too. */
    @ParameterizedTest(name = "{1} members in {0} processes")
    @CsvSource({"1, 4", "2, 2", "2, 4", "3, 3", "3, 5", "4, 4", "4, 8"})
    void shouldTellMembersThatDoNotNoticeThemselves(int processes, int size) {
        for (int odd : size <= 4 ? IntStream.range(0, size).toArray() : new int[] {0, 2, size - 1}) {
            assertAllNotice(processes, size, odd, () -> new AllReduce(1, Reductions.sum()));
            assertAllNotice(processes, size, odd, () -> bufferAllReduce(12));
            assertAllNotice(processes, size, odd, () -> bufferAllReduce(100_000));
            assertAllNotice(
                    processes, size, odd, () -> ByProgramsOperator.REDUCE_SCATTER.of(0, size, Reductions.sum()));
        }
    }

    private static Collective<?> bufferAllReduce(int length) {
        return new BufferAllReduce(
                DirectBuffer.of(new int[length]), DirectBuffer.of(new int[length]), Reductions.sum());
    }

    private void assertAllNotice(int processes, int size, int odd, Supplier<Collective<?>> usual) {
        CountDownLatch ended = new CountDownLatch(size);
        outcomes(processes, size, member -> {
                    Collective<?> own = member.rank() == odd ? new AllReduce(1, Reductions.max()) : usual.get();
                    for (Collective<?> call : List.of(own, new Barrier(), new AllReduce(1, Reductions.sum()))) {
                        assertThatThrownBy(() -> {
                                    member.collectives().run(call);
                                    member.collectives().run(new Barrier());
                                })
                                .isInstanceOf(MismatchedCallException.class)
                                .hasMessageContaining(" as collective call number 0 with operator sum")
                                .hasMessageContaining("allReduce as collective call number 0 with operator max")
                                .hasMessageContaining("; here rank=%d; let all", member.rank());
                    }
                    ended.countDown();
                    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
                    return null;
                })
                .forEach(outcome ->
                        assertThat(outcome.failure()).as("odd=%d", odd).isNull());
    }

    /** Lengths for which the table has one algorithm, and another. */
    @ParameterizedTest(name = "{1} members in {0} processes")
    @CsvSource({"3, 3", "4, 4", "2, 5", "5, 5"})
    void shouldShowLengthsOfDifferentAlgorithms(int processes, int size) {
        for (int victim = 0; victim < size; victim++) {
            for (int length : new int[] {10_000, 30_000}) {
                int other = victim;
                List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
                    long[] own = new long[member.rank() == other ? length : 40_000 - length];
                    DirectBuffer target = DirectBuffer.of(new long[own.length]);
                    member.collectives().buffers().reduce(DirectBuffer.of(own), target, Reductions.sum(), 0);
                    member.collectives().barrier();
                    return null;
                });
                assertThat(outcomes)
                        .extracting(Outcome::failure)
                        .doesNotContainNull()
                        .anySatisfy(failure -> assertThat(failure)
                                .isInstanceOf(BufferMismatchException.class)
                                .hasMessageContainingAll("long[10000]", "long[30000]"));
            }
        }
    }

    /** A reduction by an operator of the program, in which a member passes another one. */
    enum ByProgramsOperator {
        ALL_REDUCE("allReduce of buffers") {
            @Override
            Collective<?> of(int rank, int size, ReductionObject<DirectBuffer> operator) {
                return new BufferAllReduce(ints(12), ints(12), operator);
            }
        },
        REDUCE("reduce of buffers root=1") {
            @Override
            Collective<?> of(int rank, int size, ReductionObject<DirectBuffer> operator) {
                return new BufferReduce(ints(12), ints(12), operator, 1);
            }
        },
        SCAN("scan of buffers") {
            @Override
            Collective<?> of(int rank, int size, ReductionObject<DirectBuffer> operator) {
                return BufferScan.inclusive(ints(12), ints(12), operator);
            }
        },
        REDUCE_SCATTER("reduceScatter of buffers by blocks") {
            @Override
            Collective<?> of(int rank, int size, ReductionObject<DirectBuffer> operator) {
                long[] counts = new long[size];
                Arrays.fill(counts, 12);
                return new BlockReduceScatter(ints(12 * size), Blocks.of(counts), ints(12), operator);
            }
        },
        SIDES("allReduce of buffers between two groups") {
            @Override
            Collective<?> of(int rank, int size, ReductionObject<DirectBuffer> operator) {
                return SideReduction.allReduce(ints(12), ints(12), operator, 1);
            }
        };

        private final String text;

        ByProgramsOperator(String text) {
            this.text = text;
        }

        abstract Collective<?> of(int rank, int size, ReductionObject<DirectBuffer> operator);

        private static DirectBuffer ints(int length) {
            return DirectBuffer.of(new int[length]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowBothOperatorsOfAProgram(ByProgramsOperator operation) {
        for (int size : new int[] {2, 3, 4, 8}) {
            for (List<ReductionObject<DirectBuffer>> pair : List.of(
                    List.of(first("hypot", 1), first("norm", 1)),
                    List.of(first("hypot", 1), first("hypot", 3)),
                    List.of(first("hypot", 1), Reductions.<DirectBuffer>sum()))) {
                int members = size;
                List<MismatchedCallException> found = mismatches(size, member -> {
                    ReductionObject<DirectBuffer> own = pair.get(member.rank() == members - 1 ? 1 : 0);
                    member.collectives().run(operation.of(member.rank(), members, own));
                    member.collectives().barrier();
                    return null;
                });

                assertThat(found)
                        .as("size=%d operators=%s", size, pair)
                        .anySatisfy(mismatch -> assertThat(mismatch.getMessage())
                                .contains(operation.text + " as collective call number 0 with operator hypot")
                                .containsAnyOf("with operator norm", "with operator hypot of 3", "with operator sum"));
            }
        }
    }

    /** Returns an operator of a program that takes what lower ranks have. */
    private static ReductionObject<DirectBuffer> first(String name, int elementsPerValue) {
        return Reductions.elementwise(name, int[].class, elementsPerValue, (left, right, from, to) -> {});
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldCompareMoreWhenToldToVerify(int size) {
        List<MismatchedCallException> found = mismatches(size, member -> {
            Collectives verifying = new Collectives(member.endpoint(), AlgorithmTable.standard(), true);
            verifying.barrier();
            verifying.reduce(new int[3], (left, right) -> left, 0);
            verifying.reduce(new int[member.rank() == 1 ? 4 : 3], Reductions.sum(), 0);
            return null;
        });

        assertThat(found)
                .isNotEmpty()
                .allSatisfy(mismatch -> assertThat(mismatch)
                        .hasMessageContaining("ranks=[1] called reduce root=0 operator=sum of=int[] length=4")
                        .hasMessageContaining("called reduce root=0 operator=sum of=int[] length=3"));
    }

    /** A call whose blocks have other lengths at one of the ends of an edge. */
    enum WrongBlocks {
        ALL_TO_ALL {
            @Override
            Collective<?> of(int rank, int size) {
                long[] sent = new long[size];
                sent[1] = rank == 0 ? 2 : 0;
                long[] expected = new long[size];
                expected[0] = rank == 1 ? 1 : 0;
                return new BlockAllToAll(ints(2), Blocks.of(sent), ints(1), Blocks.of(expected));
            }
        },
        NEIGHBORS {
            @Override
            Collective<?> of(int rank, int size) {
                return BufferNeighborAllToAll.of(
                        Neighbors.of(
                                rank == 1 ? new int[] {0} : new int[] {Neighbors.NONE},
                                rank == 0 ? new int[] {1} : new int[] {Neighbors.NONE}),
                        ints(2),
                        Blocks.of(2),
                        ints(1),
                        Blocks.of(1));
            }
        },
        HALO {
            @Override
            Collective<?> of(int rank, int size) {
                int below = rank == 0 ? Neighbors.NONE : rank - 1;
                int above = rank == size - 1 ? Neighbors.NONE : rank + 1;
                int width = rank == 0 ? 2 : 1;
                return new Halo(new GridBlock(width, 6), new int[] {below, above}, ints(6));
            }
        };

        abstract Collective<?> of(int rank, int size);

        private static DirectBuffer ints(int length) {
            return DirectBuffer.of(new int[length]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellBothEndsOfBlocksThatDifferWhenToldToVerify(WrongBlocks wrong) {
        for (int size = 2; size <= 4; size++) {
            int members = size;
            List<Outcome<@Nullable Object>> outcomes = outcomes(1, size, member -> {
                Collectives verifying = new Collectives(member.endpoint(), AlgorithmTable.standard(), true);
                assertThatThrownBy(() -> verifying.run(wrong.of(member.rank(), members)))
                        .isInstanceOf(BufferMismatchException.class)
                        .hasMessageContaining("elements=[2] to rank=1 at group=test-")
                        .hasMessageContaining("elements=[1] from rank=0 at group=test-");
                return verifying.allReduce(1, (left, right) -> (Integer) left + (Integer) right);
            });
            assertThat(outcomes).allSatisfy(outcome -> {
                assertThat(outcome.failure()).isNull();
                assertThat(outcome.value()).isEqualTo(members);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void shouldNoticeThatAMemberLeftOutACall(int size) {
        List<MismatchedCallException> found = mismatches(size, member -> {
            if (member.rank() != 0) {
                member.collectives().barrier();
            }
            member.collectives().barrier();
            member.collectives().allReduce(1, Reductions.sum());
            return null;
        });

        assertThat(found)
                .anySatisfy(mismatch -> assertThat(mismatch)
                        .hasMessageContaining("barrier as collective call number 1")
                        .hasMessageContaining("allReduce as collective call number 1"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void shouldEndForAllWhenAMemberLeavesInsteadOfCalling(int size) {
        for (int processes : new int[] {1, 2}) {
            List<Outcome<@Nullable Object>> outcomes = outcomes(processes, size, member -> {
                if (member.rank() == 0) {
                    member.endpoint().leave();
                } else {
                    member.collectives().barrier();
                }
                return null;
            });
            assertThat(outcomes.stream().skip(1))
                    .allSatisfy(outcome -> assertThat(outcome.failure()).isInstanceOf(MemberFailedException.class));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void shouldEndForAllWhenAnOperatorThrows(int size) {
        for (int processes : new int[] {1, 2}) {
            List<Outcome<@Nullable Object>> outcomes = outcomes(processes, size, member -> {
                member.collectives().allReduce(member.rank(), (left, right) -> {
                    throw new IllegalStateException("operator is out of order");
                });
                return null;
            });
            assertThat(outcomes)
                    .allSatisfy(outcome ->
                            assertThat(outcome.failure()).isNotNull().hasMessageContaining("operator is out of order"));
        }
    }

    /** Runs members that must not all succeed, in one process and in two; all must end, and some with a mismatch. */
    private List<MismatchedCallException> mismatches(int size, Body<@Nullable Object> body) {
        List<Outcome<@Nullable Object>> local = outcomes(1, size, body);
        List<Outcome<@Nullable Object>> remote = outcomes(2, size, body);
        for (List<Outcome<@Nullable Object>> outcomes : List.of(local, remote)) {
            assertThat(outcomes)
                    .extracting(Outcome::failure)
                    .filteredOn(Objects::nonNull)
                    .allMatch(failure ->
                            failure instanceof MismatchedCallException || failure instanceof MemberFailedException)
                    .anyMatch(failure -> failure instanceof MismatchedCallException);
        }
        return java.util.stream.Stream.concat(local.stream(), remote.stream())
                .map(Outcome::failure)
                .filter(MismatchedCallException.class::isInstance)
                .map(MismatchedCallException.class::cast)
                .toList();
    }
}
