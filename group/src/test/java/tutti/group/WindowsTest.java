package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** Windows of memory that is given or allocated: what operations do, and when it is seen. */
class WindowsTest extends EachDevice {

    /** Makes a window of longs in both ways, and closes it. */
    private void withEach(Communicator world, int length, java.util.function.Consumer<Window> work) {
        for (boolean given : new boolean[] {true, false}) {
            Window window = given
                    ? world.createWindow(DirectBuffer.of(new long[length]))
                    : world.allocateWindow(ElementType.LONG, length);
            work.accept(window);
            window.close(); // not if it fails: then the member does, and the others hear of that
        }
    }

    private static DirectBuffer longs(long... values) {
        return DirectBuffer.of(values);
    }

    private static long[] read(Window window, int rank, long index, int length) {
        long[] values = new long[length];
        window.get(rank, index, DirectBuffer.of(values));
        return values;
    }

    private static long[] own(Window window) {
        return (long[]) window.memory().toArray();
    }

    @Test
    void shouldPutAndGetBetweenFences() {
        forEachSize(world -> withEach(world, 4, window -> {
            int size = world.size();
            int right = (world.rank() + 1) % size;
            int left = Math.floorMod(world.rank() - 1, size);
            window.fence();
            window.put(right, 1, longs(world.rank(), 10L + world.rank()));
            window.fence();
            assertThat(own(window)).containsExactly(0, left, 10 + left, 0);
            assertThat(read(window, right, 0, 3)).containsExactly(0, world.rank(), 10 + world.rank());
            window.fence();
        }));
    }

    @Test
    void shouldExposeWhatEachMemberHas() {
        forEachSize(world -> {
            int rank = world.rank();
            @Nullable
            DirectBuffer memory =
                    rank == 0 ? null : DirectBuffer.ofArray(rank % 2 == 0 ? new double[rank] : new int[rank]);
            Window window = world.createWindow(memory);
            for (int each = 0; each < world.size(); each++) {
                assertThat(window.length(each)).isEqualTo(each);
                assertThat(window.type(each))
                        .isEqualTo(each == 0 ? ElementType.BYTE : each % 2 == 0 ? ElementType.DOUBLE : ElementType.INT);
            }
            window.fence();
            if (rank > 0) {
                int other = world.size() - 1;
                DirectBuffer source =
                        other % 2 == 0 ? DirectBuffer.of(new double[] {rank}) : DirectBuffer.of(new int[] {rank});
                window.put(other, rank - 1, source);
            }
            window.fence();
            if (rank == world.size() - 1 && memory != null) {
                for (int i = 0; i < rank; i++) {
                    assertThat(((Number) java.lang.reflect.Array.get(memory.toArray(), i)).intValue())
                            .isEqualTo(i + 1);
                }
            }
            window.close();
        });
    }

    @Test
    void shouldAccumulateEveryType() {
        List<Object> ones = List.of(
                new byte[] {1, 2},
                new short[] {1, 2},
                new int[] {1, 2},
                new long[] {1, 2},
                new float[] {1, 2},
                new double[] {1, 2});
        for (int size : new int[] {1, 3, 4}) {
            run(size, world -> {
                for (Object one : ones) {
                    DirectBuffer source = Objects.requireNonNull(DirectBuffer.ofArray(one));
                    for (boolean given : new boolean[] {true, false}) {
                        Object memory = java.lang.reflect.Array.newInstance(
                                one.getClass().getComponentType(), 5);
                        Window window = given
                                ? world.createWindow(DirectBuffer.ofArray(memory))
                                : world.allocateWindow(source.type(), 5);
                        window.fence();
                        for (int i = 0; i < 5; i++) {
                            window.accumulate(0, 2, source, Reductions.sum());
                        }
                        window.fence();
                        if (world.rank() == 0) {
                            Object expected = java.lang.reflect.Array.newInstance(
                                    one.getClass().getComponentType(), 5);
                            DirectBuffer into = Objects.requireNonNull(DirectBuffer.ofArray(expected));
                            for (int i = 0; i < 5 * size; i++) {
                                Reductions.<DirectBuffer>sum().reduce(into.slice(2, 2), source);
                            }
                            assertThat(window.memory().toArray()).isEqualTo(expected);
                        }
                        window.close();
                    }
                }
                return true;
            });
        }
    }

    @Test
    void shouldCombineBooleansAndChars() {
        run(4, world -> {
            Window flags = world.allocateWindow(ElementType.BOOLEAN, 3);
            Window chars = world.allocateWindow(ElementType.CHAR, 3);
            flags.fence();
            chars.fence();
            flags.accumulate(1, 1, DirectBuffer.of(new boolean[] {true}), Reductions.logicalOr());
            chars.accumulate(1, 2, DirectBuffer.of(new char[] {(char) ('a' + world.rank())}), Reductions.max());
            flags.fence();
            chars.fence();
            if (world.rank() == 1) {
                assertThat((boolean[]) flags.memory().toArray()).containsExactly(false, true, false);
                assertThat((char[]) chars.memory().toArray()).containsExactly((char) 0, (char) 0, 'd');
            }
            chars.close();
            flags.close();

            return true;
        });
    }

    @Test
    void shouldGiveEachNumberOfACounterOnce() {
        int count = 200;
        for (int size : sizes()) {
            List<long[]> taken = run(size, world -> {
                Window window = world.allocateWindow(ElementType.LONG, world.rank() == size - 1 ? 1 : 0);
                window.lockAll();
                long[] mine = LongStream.range(0, count)
                        .map(i -> window.fetchAndAdd(size - 1, 0, 1))
                        .toArray();
                window.unlockAll();
                window.close();
                return mine;
            });
            assertThat(taken).allSatisfy(mine -> assertThat(mine).isSorted());
            assertThat(taken.stream().flatMapToLong(Arrays::stream).sorted())
                    .containsExactlyElementsOf(
                            LongStream.range(0, (long) count * size).boxed().toList());
        }
    }

    @Test
    void shouldFetchAndOpEveryKindOfNumber() {
        for (ElementType type : List.of(ElementType.BYTE, ElementType.SHORT, ElementType.INT, ElementType.LONG)) {
            run(3, world -> {
                Window window = world.allocateWindow(type, 7);
                window.fence();
                int count = 10;
                BitSet seen = new BitSet();
                for (int i = 0; i < count; i++) {
                    seen.set((int) window.fetchAndAdd(2, 3, 1));
                }
                assertThat(seen.cardinality()).isEqualTo(count);
                window.fence();
                assertThat(window.fetchAndOp(2, 3, 0, Window.NO_OP)).isEqualTo(30);
                window.fence();
                if (world.rank() == 0) {
                    assertThat(window.fetchAndOp(2, 3, -7, Window.REPLACE)).isEqualTo(30);
                    assertThat(window.fetchAndOp(2, 3, 5, Reductions.max())).isEqualTo(-7);
                    assertThat(window.fetchAndAdd(2, 3, -1)).isEqualTo(5);
                    assertThat(window.fetchAndAdd(2, 2, 0)).isZero();
                    assertThat(window.fetchAndAdd(2, 4, 0)).isZero();
                }
                window.fence();
                window.close();

                return true;
            });
        }
        run(3, world -> {
            Window window = world.allocateWindow(ElementType.DOUBLE, 1);
            window.fence();
            window.fetchAndAdd(0, 0, 0.5);
            window.fence();
            assertThat(window.fetchAndOp(0, 0, 0.0, Window.NO_OP)).isEqualTo(1.5);
            window.fence();
            window.close();

            return true;
        });
    }

    @Test
    void shouldLetOneMemberWinACompareAndSwap() {
        for (int size : sizes()) {
            List<Integer> winners = run(size, world -> {
                int[] won = {0};
                withEach(world, 3, window -> {
                    window.fence();
                    long before = window.compareAndSwap(0, 2, 0, world.rank() + 1L);
                    window.fence();
                    long winner = read(window, 0, 2, 1)[0];
                    assertThat(before).isEqualTo(winner == world.rank() + 1L ? 0 : winner);
                    won[0] += before == 0 ? 1 : 0;
                    window.fence();
                });
                return won[0];
            });
            assertThat(winners.stream().mapToInt(each -> each).sum()).isEqualTo(2);
        }
    }

    @Test
    void shouldKeepTheOrderOfAccumulatesOfOneOrigin() {
        forEachSize(world -> withEach(world, world.size(), window -> {
            window.fence();
            for (int i = 1; i <= 50; i++) {
                for (int target = 0; target < world.size(); target++) {
                    window.accumulate(target, world.rank(), longs(i), Window.REPLACE);
                }
            }
            window.fence();
            assertThat(own(window)).containsOnly(50);
        }));
    }

    @Test
    void shouldMoveLargeBlocks() {
        int length = 300_000; // several chunks of 256 KiB
        for (int size : new int[] {1, 2, 3, 4}) {
            run(size, world -> {
                withEach(world, length, window -> {
                    int right = (world.rank() + 1) % size;
                    int left = Math.floorMod(world.rank() - 1, size);
                    long[] sent = LongStream.range(0, length)
                            .map(i -> i * (world.rank() + 1))
                            .toArray();
                    window.fence();
                    window.put(right, 0, DirectBuffer.of(sent));
                    Arrays.fill(sent, -1); // it is the caller's again
                    window.fence();
                    long[] expected =
                            LongStream.range(0, length).map(i -> i * (left + 1)).toArray();
                    assertThat(own(window)).isEqualTo(expected);
                    long[] got = read(window, right, 0, length);
                    assertThat(got[length - 1]).isEqualTo((length - 1L) * (world.rank() + 1));
                    window.fence();
                    long[] previous = new long[length];
                    long[] add = new long[length];
                    Arrays.fill(add, 1);
                    window.getAndAccumulate(
                            right, 0, DirectBuffer.of(add), DirectBuffer.of(previous), Reductions.sum());
                    assertThat(previous).isEqualTo(got);
                    window.fence();
                    assertThat(own(window)[5]).isEqualTo(expected[5] + 1);
                });
                return true;
            });
        }
    }

    @Test
    void shouldTakeSelectionsAtTheOrigin() {
        forEachSize(world -> withEach(world, 4, window -> {
            int right = (world.rank() + 1) % world.size();
            long[] matrix = LongStream.range(0, 16).toArray();
            Layout column = Layout.vector(4, 1, 4);
            window.fence();
            window.put(right, 0, DirectBuffer.of(matrix).select(column.at(1)));
            window.fence();
            assertThat(own(window)).containsExactly(1, 5, 9, 13);
            window.get(right, 0, DirectBuffer.of(matrix).select(column.at(2)));
            assertThat(matrix).startsWith(0, 1, 1, 3, 4, 5, 5, 7);
            window.fence();
        }));
    }

    @Test
    void shouldAccessAfterPostAndStart() {
        forEachSize(world -> withEach(world, world.size(), window -> {
            int[] all = IntStream.range(0, world.size()).toArray();
            for (int round = 1; round <= 3; round++) {
                window.post(all);
                window.start(all);
                for (int target : all) {
                    window.put(target, world.rank(), longs(round));
                }
                window.complete();
                if (round == 2) {
                    while (!window.test()) {
                        Thread.onSpinWait();
                    }
                } else {
                    window.await();
                }
                assertThat(own(window)).containsOnly(round);
            }
        }));
    }

    @Test
    void shouldExcludeOthersByALock() {
        int rounds = 30;
        forEachSize(world -> withEach(world, 2, window -> {
            for (int i = 0; i < rounds; i++) {
                window.lock(0);
                long[] values = read(window, 0, 0, 2);
                assertThat(values[1]).isEqualTo(2 * values[0]);
                window.put(0, 0, longs(values[0] + 1));
                window.flush(0);
                window.put(0, 1, longs(2 * (values[0] + 1)));
                window.unlock(0);
            }
            world.barrier();
            window.lockShared(0);
            assertThat(read(window, 0, 0, 1)[0]).isEqualTo((long) rounds * world.size());
            window.unlock(0);
            world.barrier();
        }));
    }

    @Test
    void shouldServeWhileTheTargetComputes() {
        for (int size : new int[] {2, 4}) {
            run(size, world -> {
                withEach(world, 1, window -> {
                    if (world.rank() == 0) {
                        window.sync();
                        java.lang.invoke.VarHandle seen =
                                java.lang.invoke.MethodHandles.arrayElementVarHandle(long[].class);
                        DirectBuffer memory = window.memory();
                        Object array = memory.array();
                        long[] copy = new long[1];
                        while (copy[0] < size - 1) { // calls nothing of the library that waits
                            if (array instanceof long[] given) {
                                copy[0] = (long) seen.getVolatile(given, 0);
                            } else {
                                window.sync();
                                DirectBuffer.of(copy).copyFrom(memory);
                            }
                            Thread.onSpinWait();
                        }
                    } else {
                        window.lockAll();
                        window.accumulate(0, 0, longs(1), Reductions.sum());
                        window.flush(0);
                        window.unlockAll();
                    }
                });
                return true;
            });
        }
    }

    @Test
    void shouldStartOperationsAsRequests() {
        forEachSize(world -> withEach(world, 100 * world.size(), window -> {
            NonBlockingWindow started = window.nonBlocking();
            window.lockAll();
            List<Request<@Nullable Void>> requests = new ArrayList<>();
            for (int target = 0; target < world.size(); target++) {
                for (int i = 0; i < 100; i++) {
                    requests.add(started.put(target, 100L * world.rank() + i, longs(world.rank() + i)));
                }
            }
            Request.awaitAll(requests);
            long[] got = new long[100];
            int last = world.size() - 1;
            started.get(last, 100L * world.rank(), DirectBuffer.of(got)).await();
            assertThat(got)
                    .containsExactly(
                            LongStream.range(0, 100).map(i -> world.rank() + i).toArray());
            long[] previous = new long[1];
            started.getAndAccumulate(last, 100L * world.rank(), longs(1), DirectBuffer.of(previous), Reductions.sum())
                    .toCompletableFuture()
                    .join();
            assertThat(previous[0]).isEqualTo(world.rank());
            long next = 100L * world.rank() + 1;
            assertThat(started.fetchAndOp(last, next, 5L, Reductions.sum()).await())
                    .isEqualTo(world.rank() + 1L);
            assertThat(started.compareAndSwap(last, next, 0L, 7L).await()).isEqualTo(world.rank() + 6L);
            assertThat(started.compareAndSwap(last, next, world.rank() + 6L, 7L).await())
                    .isEqualTo(world.rank() + 6L);
            started.compareAndSwap(last, next, longs(7), longs(8), DirectBuffer.of(previous))
                    .await();
            assertThat(previous[0]).isEqualTo(7);
            var _ = started.accumulate(last, 100L * world.rank(), longs(1), Reductions.sum());
            window.unlockAll();
            world.barrier();
            if (world.rank() == last) {
                assertThat(own(window)[0]).isEqualTo(2);
            }
        }));
    }

    @Test
    void shouldShareAllocatedMemoryOnAHost() {
        forEachSize(world -> {
            Window window = world.allocateWindow(ElementType.INT, 3 + world.rank());
            boolean[] shared = new boolean[world.size()];
            for (int rank = 0; rank < world.size(); rank++) {
                shared[rank] = window.isShared(rank);
            }
            if (placement != Placement.TWO_BY_GRPC) {
                assertThat(shared).containsOnly(true);
            }
            window.fence();
            int right = (world.rank() + 1) % world.size();
            if (shared[right]) {
                DirectBuffer theirs = window.sharedMemory(right);
                assertThat(theirs.length()).isEqualTo(3 + right);
                theirs.slice(2, 1).copyFrom(DirectBuffer.of(new int[] {world.rank() + 1}));
            }
            window.fence();
            int left = Math.floorMod(world.rank() - 1, world.size());
            int[] own = (int[]) window.memory().toArray();
            assertThat(own[0]).isZero();
            assertThat(own[2]).isEqualTo(window.isShared(left) ? left + 1 : own[2]);
            window.close();
        });
    }

    @Test
    void shouldHaveSeveralWindowsAtOnce() {
        forEachSize(world -> {
            Window a = world.allocateWindow(ElementType.LONG, 1);
            Window b = world.createWindow(DirectBuffer.of(new long[1]));
            a.fence();
            b.lockAll();
            a.accumulate(0, 0, longs(1), Reductions.sum());
            b.accumulate(0, 0, longs(2), Reductions.sum());
            b.unlockAll();
            a.fence();
            world.barrier();
            if (world.rank() == 0) {
                assertThat(own(a)).containsExactly(world.size());
                assertThat(own(b)).containsExactly(2L * world.size());
            }
            b.close();
            a.close();
        });
    }

    @Test
    void shouldCombineWithEveryReadyOperator() {
        List<ReductionObject<DirectBuffer>> operators = List.of(
                Reductions.sum(),
                Reductions.product(),
                Reductions.min(),
                Reductions.max(),
                Reductions.bitwiseAnd(),
                Reductions.bitwiseOr(),
                Reductions.bitwiseXor(),
                Window.REPLACE,
                Window.NO_OP);
        run(2, world -> {
            withEach(world, 2, window -> {
                for (ReductionObject<DirectBuffer> operator : operators) {
                    window.fence();
                    if (world.rank() == 0) {
                        window.put(1, 0, longs(12, -5));
                        window.flush(1);
                        long[] expected = {12, -5};
                        operator.reduce(DirectBuffer.of(expected), longs(10, 3));
                        long[] previous = new long[2];
                        window.getAndAccumulate(1, 0, longs(10, 3), DirectBuffer.of(previous), operator);
                        assertThat(previous).containsExactly(12, -5);
                        assertThat(read(window, 1, 0, 2)).as("%s", operator).isEqualTo(expected);
                    }
                    window.fence();
                }
            });
            return true;
        });
    }
}
