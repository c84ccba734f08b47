package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Another thread closes the memory of a member's buffers while the member is in a collective call: a member that reads
 * it gets the memory's own exception, the others a failed call or nothing, and the group continues.
 */
class ClosedMidCallTest extends GroupTest {
    private static final int ROUNDS = 12;
    private static final int[] LENGTHS = {12, 6_000, 60_000};

    private enum Operation {
        BROADCAST {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().buffers().broadcast(own, size - 1);
            }
        },
        REDUCE {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().buffers().reduce(own, target, Reductions.sum(), 0);
            }
        },
        ALL_REDUCE {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().buffers().allReduce(own, target, Reductions.sum());
            }
        },
        ALL_TO_ALL {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().buffers().allToAll(own, target);
            }
        },
        ALL_TO_ALL_BLOCKS {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                Blocks blocks = equal(own.length() / size, size);
                member.collectives().buffers().allToAll(own, blocks, target, blocks);
            }
        },
        ALL_GATHER {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().buffers().allGather(own.slice(0, own.length() / size), target);
            }
        },
        SCATTER {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().buffers().scatter(own, target.slice(0, own.length() / size), 1);
            }
        },
        GATHER {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().buffers().gather(own.slice(0, own.length() / size), target, 1);
            }
        },
        SCAN {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                member.collectives().run(BufferScan.inclusive(own, target, Reductions.sum()));
            }
        },
        REDUCE_SCATTER {
            @Override
            void run(Member member, int size, DirectBuffer own, DirectBuffer target) {
                long part = own.length() / size;
                member.collectives()
                        .run(new BlockReduceScatter(own, equal(part, size), target.slice(0, part), Reductions.sum()));
            }
        };

        abstract void run(Member member, int size, DirectBuffer own, DirectBuffer target);

        private static Blocks equal(long length, int count) {
            long[] counts = new long[count];
            Arrays.fill(counts, length);
            return Blocks.of(counts);
        }
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @CsvSource({"1, 3", "2, 3", "3, 3", "2, 4", "3, 4"})
    void shouldFailTheCallAndKeepTheGroup(int processes, int size) {
        Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
        run(processes, size, member -> {
            SplittableRandom random = new SplittableRandom(42L * size + processes);
            for (Operation operation : Operation.values()) {
                for (int round = 0; round < ROUNDS; round++) {
                    int victim = random.nextInt(size);
                    long delayNanos = random.nextLong(300_000);
                    int length = LENGTHS[round % LENGTHS.length];
                    String where = "%s round=%d victim=%d rank=%d".formatted(operation, round, victim, member.rank());
                    Throwable failure =
                            round(member, operation, size, length, victim == member.rank() ? delayNanos : -1);
                    boolean mayTouch = isInProcessOf(victim, member);
                    if (failure != null
                            && !(failure instanceof CallFailedException
                                    || failure instanceof IllegalStateException && mayTouch)) {
                        wrong.add(new AssertionError(where, failure));
                    }
                    try {
                        assertThat(member.collectives().allReduce(1, Reductions.sum()))
                                .isEqualTo(size);
                    } catch (RuntimeException | AssertionError e) {
                        wrong.add(new AssertionError("next call: " + where, e));
                        return null;
                    }
                }
            }
            return null;
        });
        assertThat(wrong.stream().map(ClosedMidCallTest::trace)).isEmpty();
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /** Members of one process read each other's buffers. */
    private static boolean isInProcessOf(int rank, Member member) {
        return member.endpoint().peer(rank).process()
                == member.endpoint().peer(member.rank()).process();
    }

    /** Calls an operation on memory that is closed after a delay, unless that is negative. */
    private static @Nullable RuntimeException round(
            Member member, Operation operation, int size, int length, long closedAfterNanos) throws Exception {
        Arena arena = Arena.ofShared();
        int elements = length / size * size;
        DirectBuffer own = DirectBuffer.of(arena.allocate(ValueLayout.JAVA_INT, elements), ElementType.INT);
        DirectBuffer target = DirectBuffer.of(arena.allocate(ValueLayout.JAVA_INT, elements), ElementType.INT);
        Thread closing = null;
        if (closedAfterNanos >= 0) {
            closing = Thread.ofPlatform().start(() -> {
                LockSupport.parkNanos(closedAfterNanos);
                close(arena);
            });
        }
        try {
            operation.run(member, size, own, target);
            return null;
        } catch (RuntimeException e) {
            return e;
        } finally {
            if (closing != null) {
                closing.join();
            } else {
                close(arena);
            }
        }
    }

    /** Closes memory as soon as no copy of it is under way. */
    private static void close(Arena arena) {
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException e) {
                Thread.onSpinWait(); // a copy, or a write to a file or socket, is under way
            }
        }
    }
}
