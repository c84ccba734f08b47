package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.Reductions;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;
import tutti.serialization.TuttiException;

/** Windows that are used wrongly, and members that leave, fail or are late. */
class WindowErrorsTest extends EachDevice {

    private static DirectBuffer longs(long... values) {
        return DirectBuffer.of(values);
    }

    /** No memory is touched: both lengths are refused by arithmetic. */
    @ParameterizedTest
    @ValueSource(longs = {1L << 50, Long.MAX_VALUE / 2})
    void shouldRefuseInAllMembersWhatOneHasNoMemoryFor(long tooLong) {
        run(4, world -> {
            long length = world.rank() == 1 ? tooLong : 3;
            assertThatThrownBy(() -> world.allocateWindow(ElementType.INT, length))
                    .isInstanceOfAny(TuttiException.class, IllegalArgumentException.class)
                    .hasMessageContaining("rank=1")
                    .hasMessageContaining("int[" + tooLong)
                    .hasMessageContaining("allocate less");
            try (Window window = world.allocateWindow(ElementType.INT, 3)) {
                window.fence();
            }
            return true;
        });
    }

    @Test
    void shouldRefuseAccessOutsideOfAnEpoch() {
        run(3, world -> {
            Window window = world.allocateWindow(ElementType.LONG, 2);
            int right = (world.rank() + 1) % 3;
            assertThatIllegalStateException()
                    .isThrownBy(() -> window.put(right, 0, longs(1)))
                    .withMessageContaining("put outside of an epoch: target rank=" + right)
                    .withMessageContaining("call fence, start or lock before");
            assertThatIllegalStateException().isThrownBy(() -> window.fetchAndAdd(right, 0, 1));
            assertThatIllegalStateException().isThrownBy(() -> window.flush(right));
            assertThatIllegalStateException().isThrownBy(() -> window.flushLocal(right));
            assertThatIllegalStateException()
                    .isThrownBy(window::flushAll)
                    .withMessageContaining("flushAll outside of an epoch");
            assertThatIllegalStateException()
                    .isThrownBy(window::flushLocalAll)
                    .withMessageContaining("flushLocalAll outside of an epoch");
            assertThatIllegalStateException().isThrownBy(window::test).withMessageContaining("test without post");
            assertThatIllegalStateException()
                    .isThrownBy(() -> window.unlock(right))
                    .withMessageContaining("unlock without lock");
            assertThatIllegalStateException()
                    .isThrownBy(window::unlockAll)
                    .withMessageContaining("unlockAll without lockAll");
            assertThatIllegalStateException()
                    .isThrownBy(window::complete)
                    .withMessageContaining("complete without start");
            assertThatIllegalStateException().isThrownBy(window::await).withMessageContaining("await without post");
            window.lockShared(right);
            assertThatIllegalStateException().isThrownBy(() -> window.lock(right));
            assertThatIllegalStateException().isThrownBy(window::lockAll);
            assertThatIllegalStateException().isThrownBy(() -> window.start(right));
            assertThatIllegalStateException()
                    .isThrownBy(window::fence)
                    .withMessageContaining("fence while a lock is held");
            assertThatIllegalStateException().isThrownBy(() -> window.put((right + 1) % 3, 0, longs(1)));
            window.put(right, 0, longs(1));
            window.unlock(right);
            window.fence();
            window.put(right, 0, longs(2));
            assertThatIllegalStateException()
                    .isThrownBy(window::lockAll)
                    .withMessageContaining("lockAll after accesses that no fence has ended");
            window.fence();
            window.lockAll(); // nothing was accessed since
            window.unlockAll();
            window.close();

            return true;
        });
    }

    @Test
    void shouldRefuseARankThatIsNamedTwice() {
        run(3, world -> {
            Window window = world.allocateWindow(ElementType.LONG, 1);
            for (ThrowingCallable wrong :
                    List.<ThrowingCallable>of(() -> window.post(1, 0, 1), () -> window.start(1, 0, 1))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(wrong)
                        .withMessageContaining("names a member twice: ranks=[1, 0, 1]")
                        .withMessageContaining("rank=" + world.rank());
            }
            assertThatThrownBy(() -> window.post((int[]) null)).hasMessage("origins must not be null");
            assertThatThrownBy(() -> window.start((int[]) null)).hasMessage("targets must not be null");
            window.close(); // no epoch is open
            return true;
        });
    }

    @Test
    void shouldNameTheOperationAndBothEnds() {
        run(2, world -> {
            Window window = world.allocateWindow(ElementType.INT, 1);
            window.lockAll();
            int other = 1 - world.rank();
            DirectBuffer ints = DirectBuffer.of(new int[1]);
            NonBlockingWindow started = window.nonBlocking();
            Map<ThrowingCallable, String> wrong = Map.of(
                    () -> window.fetchAndAdd(other, 1, 1L), "fetchAndAdd: elements lie outside the window",
                    () -> window.fetchAndOp(other, 1, 1L, Reductions.max()), "fetchAndOp: elements lie outside",
                    () -> window.fetchAndAdd(other, 0, 1L << 32), "fetchAndAdd: .*number does not fit",
                    () -> started.fetchAndOp(other, 0, 1L << 32, Reductions.sum()), "fetchAndOp: .*number does not fit",
                    () -> window.compareAndSwap(other, 0, 1L << 32, 1), "compareAndSwap: .*number does not fit",
                    () -> window.fetchAndAdd(other, 0, 1.5), "fetchAndAdd: .*do not take a floating-point number",
                    () -> window.accumulate(other, 0, ints, Reductions.logicalAnd()),
                            "accumulate: .*does not apply: .*; see the table of Reductions",
                    () -> window.accumulate(other, 0, ints, (a, b) -> a), "accumulate: .*does not know the operator",
                    () -> window.put(other, 0, longs(1)), "put: the types differ: buffer=long\\[1\\]");
            wrong.forEach((operation, text) -> assertThatThrownBy(operation)
                    .hasMessageMatching("(?s)%s.*".formatted(text))
                    .hasMessageContaining("here rank=%d; target ".formatted(world.rank()))
                    .hasMessageContaining(" rank=%d ".formatted(other))
                    .hasMessageContaining("window=int[1]"));
            window.unlockAll();
            window.close();
            return true;
        });
    }

    @Test
    void shouldRefuseToAddWhatAnElementHasNoRoomFor() {
        run(3, world -> {
            for (ElementType type : List.of(ElementType.INT, ElementType.SHORT, ElementType.BYTE)) {
                Window window = world.allocateWindow(type, 1);
                window.lockAll();
                long tooMuch = 1L << (type.elementBytes() * Byte.SIZE);
                for (int target = 0; target < world.size(); target++) {
                    int there = target;
                    assertThatIllegalArgumentException().isThrownBy(() -> window.fetchAndAdd(there, 0, tooMuch + 1));
                    assertThatIllegalArgumentException().isThrownBy(() -> window.fetchAndAdd(there, 0, -tooMuch));
                    assertThat(window.fetchAndAdd(target, 0, 0L)).isZero();
                }
                window.unlockAll();
                window.close();
            }
            return true;
        });
    }

    @Test
    void shouldStartWithWhatWasPostedBeforeAStartThatEndedInVain() {
        run(3, world -> {
            Window window = world.allocateWindow(ElementType.LONG, 1);
            if (world.rank() == 0) {
                window.post(2);
            }
            world.barrier();
            if (world.rank() == 2) {
                assertThatThrownBy(() -> window.within(Duration.ofMillis(100)).start(0, 1))
                        .isInstanceOf(DeadlineExceededException.class);
                assertThatIllegalStateException().isThrownBy(() -> window.put(0, 0, longs(1)));
            }
            world.barrier();
            if (world.rank() == 1) {
                window.post(2);
            }
            if (world.rank() == 2) {
                window.start(0, 1);
                window.put(0, 0, longs(1));
                window.complete();
            } else {
                window.await();
            }
            window.close();
            return true;
        });
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        run(4, world -> {
            DirectBuffer own = world.rank() == 1
                    ? DirectBuffer.of(ByteBuffer.allocate(8).asReadOnlyBuffer())
                    : DirectBuffer.of(new long[world.rank()]);
            Window window = world.createWindow(own);
            window.fence();
            assertThatThrownBy(() -> window.put(2, 1, longs(1, 2)))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("index=1 length=2")
                    .hasMessageContaining("rank=2")
                    .hasMessageContaining("window=long[2]");
            assertThatThrownBy(() -> window.get(2, -1, longs(1))).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> window.fetchAndAdd(2, 2, 1L)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> window.put(2, Long.MAX_VALUE, longs(1)))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> window.put(3, 0, DirectBuffer.of(new int[1])))
                    .withMessageContaining("the types differ")
                    .withMessageContaining("rank=3");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> window.put(1, 0, DirectBuffer.of(new byte[1])))
                    .withMessageContaining("may only be read");
            assertThatIllegalArgumentException().isThrownBy(() -> window.put(4, 0, longs(1)));
            assertThatIllegalArgumentException().isThrownBy(() -> window.put(-1, 0, longs(1)));
            byte[] got = {1, 2};
            window.get(1, 3, DirectBuffer.of(got));
            assertThat(got).containsOnly(0);
            window.put(0, 0, longs());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> window.accumulate(3, 0, longs(1), (a, b) -> a))
                    .withMessageContaining("a window does not know the operator");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> window.accumulate(3, 0, longs(1, 2), Reductions.minLocation()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> window.accumulate(3, 0, longs(1), Reductions.logicalAnd()))
                    .withMessageContainingAll("does not apply", "see the table of Reductions");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> window.getAndAccumulate(3, 0, longs(1), longs(1, 2), Reductions.sum()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> window.compareAndSwap(3, 0, longs(1, 2), longs(1, 2), longs(1, 2)));
            assertThatIllegalArgumentException().isThrownBy(() -> window.fetchAndAdd(3, 0, 1.5));
            window.fence();
            window.close();

            DirectBuffer selected = DirectBuffer.of(new long[4]).select(Layout.vector(2, 1, 2));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.createWindow(selected))
                    .withMessageContaining("memory of a window must lie together");
            assertThatIllegalArgumentException().isThrownBy(() -> world.allocateWindow(ElementType.INT, -1));
            return true;
        });
    }

    @Test
    void shouldRefuseAClosedWindow() {
        run(3, world -> {
            Window window = world.allocateWindow(ElementType.INT, 1);
            window.close();
            window.close();
            assertThatIllegalStateException().isThrownBy(window::fence).withMessageContaining("window is closed");
            assertThatIllegalStateException().isThrownBy(() -> window.put(0, 0, DirectBuffer.of(new int[1])));
            assertThatIllegalStateException().isThrownBy(() -> window.lock(0));
            assertThatIllegalStateException().isThrownBy(window::memory);
            world.barrier();
            return true;
        });
    }

    @Test
    void shouldCloseAWindowWhoseLockIsHeld() {
        run(3, world -> {
            Window window = world.allocateWindow(ElementType.INT, 1);
            if (world.rank() == 1) {
                window.lock(2);
                assertThatIllegalStateException()
                        .isThrownBy(window::close)
                        .withMessageContaining("window was closed while a lock is held");
            } else {
                window.close();
            }
            world.barrier();
            return true;
        });
    }

    @Test
    void shouldNoticeMembersThatMakeDifferentWindows() {
        for (int size : new int[] {2, 4}) {
            List<Throwable> failures = failures(size, world -> {
                if (world.rank() == size - 1) {
                    world.allocateWindow(ElementType.INT, 1);
                } else {
                    world.createWindow(null);
                }
            });
            assertThat(failures)
                    .allMatch(each -> each instanceof MismatchedCallException || each instanceof MemberFailedException)
                    .anySatisfy(each -> assertThat(each)
                            .isInstanceOf(MismatchedCallException.class)
                            .hasMessageContaining("createWindow")
                            .hasMessageContaining("allocateWindow"));
        }
    }

    @Test
    void shouldNoticeMembersThatCallSomethingElse() {
        for (int size : new int[] {2, 4}) {
            assertThat(failures(size, world -> {
                        if (world.rank() == size - 1) {
                            world.allReduce(1, Reductions.<Integer>sum());
                        } else {
                            world.createWindow(null);
                        }
                        world.barrier();
                    }))
                    .anySatisfy(each -> assertThat(each).isInstanceOf(MismatchedCallException.class));
            assertThat(failures(size, world -> {
                        Window window = world.createWindow(null);
                        if (world.rank() == size - 1) {
                            window.close();
                        } else {
                            window.fence();
                        }
                        world.barrier();
                    }))
                    .anySatisfy(each -> assertThat(each)
                            .isInstanceOf(MismatchedCallException.class)
                            .hasMessageContaining("fence")
                            .hasMessageContaining("close of a window"));
        }
    }

    /** Returns what members end with, each of which fails its group then. */
    private List<Throwable> failures(int size, Work work) {
        return run(size, world -> {
                    try {
                        work.run(world);
                        return new Throwable[0];
                    } catch (Throwable e) {
                        world.fail(e);
                        return new Throwable[] {e};
                    }
                })
                .stream()
                .flatMap(Arrays::stream)
                .toList();
    }

    @Test
    void shouldGiveBackTheLockOfAMemberThatLeaves() {
        for (int size : new int[] {2, 3, 4}) {
            lockLeftBy(size, window -> {}); // it leaves all its groups
            lockLeftBy(size, Window::leave);
        }
    }

    private void lockLeftBy(int size, Consumer<Window> leaving) {
        run(size, world -> {
            Window window = world.allocateWindow(ElementType.LONG, 1);
            int last = size - 1;
            Communicator rest = world.split(world.rank() == last ? 1 : 0);
            if (world.rank() == last) {
                window.lock(0);
                world.barrier();
                leaving.accept(window);
                return true; // leaves with the lock
            }
            world.barrier();
            window.lock(0);
            window.fetchAndAdd(0, 0, 1L);
            window.unlock(0);
            assertThatThrownBy(() -> {
                        window.lockAll();
                        window.get(last, 0, longs(0));
                    })
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("rank=" + last);
            rest.barrier();
            return true;
        });
    }

    @Test
    void shouldLeaveAWindowOnly() {
        for (int size : new int[] {2, 3, 4}) {
            run(size, world -> {
                Window window = world.allocateWindow(ElementType.LONG, 1);
                window.fence();
                window.fence();
                window.leave(); // nobody waits
                window.leave(); // does nothing
                window.close(); // nor does that
                assertThatThrownBy(() -> window.put(0, 0, longs(1)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("window is closed");
                world.barrier(); // the group goes on
                return true;
            });
        }
    }

    @Test
    void shouldEndAllOperationsWhenAMemberFails() {
        for (int size : new int[] {2, 4}) {
            run(size, world -> {
                Window window = world.allocateWindow(ElementType.LONG, 1 << 16);
                int last = size - 1;
                window.lockAll();
                if (world.rank() == last) {
                    world.barrier();
                    window.put(0, 0, longs(1));
                    throwIn(world);
                    return true;
                }
                assertThatThrownBy(() -> {
                            world.barrier();
                            long[] block = new long[1 << 16];
                            while (true) {
                                window.put(last, 0, DirectBuffer.of(block));
                                window.get(last, 0, DirectBuffer.of(block));
                            }
                        })
                        .isInstanceOf(MemberFailedException.class)
                        .hasStackTraceContaining("a mistake of the program");
                assertThatThrownBy(() -> {
                            while (true) { // it fails in its groups one after the other
                                window.put(0, 0, longs(1));
                            }
                        })
                        .isInstanceOf(MemberFailedException.class);
                assertNamed(window, last);
                assertThatThrownBy(window::unlockAll).isInstanceOf(MemberFailedException.class);
                assertThatThrownBy(window::fence).isInstanceOf(RuntimeException.class);
                assertThatThrownBy(window::close).isInstanceOf(RuntimeException.class);
                return true;
            });
        }
    }

    /** Blocking or started, an operation on a member that has gone says what it was. */
    private static void assertNamed(Window window, int gone) {
        NonBlockingWindow started = window.nonBlocking();
        Map<String, ThrowingCallable> operations = Map.of(
                "put", () -> started.put(gone, 0, longs(1)).await(),
                "get", () -> started.get(gone, 0, longs(1)).await(),
                "accumulate",
                        () -> started.accumulate(gone, 0, longs(1), Reductions.sum())
                                .await(),
                "getAndAccumulate",
                        () -> started.getAndAccumulate(gone, 0, longs(1), longs(1), Reductions.sum())
                                .await(),
                "fetchAndOp",
                        () -> started.fetchAndOp(gone, 0, 1L, Reductions.sum()).await(),
                "compareAndSwap", () -> started.compareAndSwap(gone, 0, 1L, 2L).await());
        operations.forEach((name, operation) -> assertThatThrownBy(operation)
                .isInstanceOfSatisfying(
                        MemberFailedException.class,
                        failure -> assertThat(failure.operation())
                                .isEqualTo("%s of a window target rank=%d", name, gone)));
    }

    /** Also the member whose own memory it is: what the lock protects may be half done. */
    @Test
    void shouldGrantNoLockOfAMemberThatFailed() {
        for (int size : new int[] {2, 3, 4}) {
            run(size, world -> {
                Window window = world.allocateWindow(ElementType.LONG, 1);
                int last = size - 1;
                if (world.rank() == last) {
                    window.lock(0);
                }
                if (world.rank() == last) {
                    world.barrier();
                    throwIn(world);
                } else {
                    assertThatThrownBy(() -> {
                                world.barrier();
                                if (world.rank() == 0) {
                                    window.lock(0);
                                } else {
                                    window.lockAll();
                                }
                            })
                            .isInstanceOf(MemberFailedException.class)
                            .hasStackTraceContaining("a mistake of the program");
                }
                return true;
            });
        }
    }

    private static void throwIn(Communicator world) {
        world.fail(new IllegalStateException("a mistake of the program"));
    }

    @Test
    void shouldEndTheWaitForALockInTime() {
        run(2, world -> {
            Window window = world.allocateWindow(ElementType.LONG, 1);
            if (world.rank() == 0) {
                window.lock(0);
                world.barrier();
                world.barrier(); // the other has given up
                window.unlock(0);
                world.barrier();
            } else {
                world.barrier();
                assertThatThrownBy(() -> window.within(Duration.ofMillis(100)).lock(0))
                        .isInstanceOf(DeadlineExceededException.class)
                        .hasMessageContaining("the lock of a window");
                assertThatIllegalStateException().isThrownBy(() -> window.put(0, 0, longs(1)));
                world.barrier();
                world.barrier();
            }
            window.lockAll(); // the lock that was given up has been given back
            window.fetchAndAdd(0, 0, 1L);
            window.unlockAll();
            world.barrier();
            window.close();

            return true;
        });
    }

    @Test
    void shouldTellTheOriginOfMemoryThatIsGone() {
        run(2, world -> {
            java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofShared();
            DirectBuffer memory = DirectBuffer.of(arena.allocate(800, 8), ElementType.LONG);
            Window window = world.createWindow(memory);
            window.lockAll();
            if (world.rank() == 1) {
                arena.close(); // too early
            }
            world.barrier();
            if (world.rank() == 0) {
                for (int i = 0; i < 300; i++) { // the answer may come before the call waits for it
                    assertThatThrownBy(() -> window.get(1, 0, longs(0)))
                            .isInstanceOf(RuntimeException.class)
                            .hasStackTraceContaining("closed");
                    assertThatThrownBy(() ->
                                    window.nonBlocking().get(1, 0, longs(0)).await())
                            .isInstanceOf(RuntimeException.class)
                            .hasStackTraceContaining("closed");
                }
                assertThatThrownBy(() -> {
                            window.put(1, 0, longs(0));
                            window.flush(1);
                        })
                        .isInstanceOf(RuntimeException.class)
                        .hasStackTraceContaining("closed");
            }
            window.unlockAll();
            window.close();
            return true;
        });
    }
}
