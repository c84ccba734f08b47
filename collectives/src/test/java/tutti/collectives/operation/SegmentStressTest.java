package tutti.collectives.operation;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.OperationInterruptedException;

/** Thousands of random calls, some of which fail in one member; all results are compared bit for bit. */
class SegmentStressTest extends GroupTest {
    private static final long MILLIS = Long.getLong("tutti.test.stress.millis", 500);
    private static final long SEED = Long.getLong("tutti.test.stress.seed", 109);
    private static final int[] LENGTHS = {0, 1, 3, 40, 128, 250, 256, 257, 511, 700, 1_023, 1_500, 3_000, 20_000};
    private static final int CALLS_BETWEEN_CHECKS = 50;

    private enum Kind {
        BARRIER,
        ALL_REDUCE,
        ALL_GATHER,
        ALL_TO_ALL,
        REDUCE_SCATTER,
        ALL_TO_ALL_BLOCKS,
        ALL_GATHER_BLOCKS,
        BROADCAST
    }

    /** What goes wrong in one member. */
    private enum Trouble {
        NONE,
        LENGTH,
        INTERRUPTED_BEFORE,
        INTERRUPTED_MEANWHILE,
        CLOSED_MEMORY,
        OTHER_BLOCKS
    }

    private record Call(int number, Kind kind, Trouble trouble, int victim, int length, boolean isStarted) {
        static Call of(int number, int size, boolean withTroubles) {
            Random random = new Random(SEED * 1_000_003 + number);
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            Trouble trouble = withTroubles && random.nextInt(8) == 0
                    ? Trouble.values()[random.nextInt(Trouble.values().length)]
                    : Trouble.NONE;
            int victim = random.nextInt(size);
            int most = random.nextInt(10) == 0 ? LENGTHS.length : random.nextInt(2) == 0 ? 5 : LENGTHS.length - 2;
            return new Call(number, kind, trouble, victim, LENGTHS[random.nextInt(most)], random.nextInt(6) == 0);
        }

        int value(int rank, int i) {
            return number * 31 + rank * 100_003 + i * 7;
        }

        /** How many elements of a block, where these differ. */
        int count(int from, int to) {
            int n = Math.min(length, 3_000);
            boolean isLonger = length > 3_000 && (from + to + number) % 5 == 0;
            return isLonger ? length : (number * 7 + from * 13 + to * 29) % (n + 1);
        }

        double real(int rank, int i) {
            return Math.scalb(1.0 / (3 + i + 7 * rank + number % 1000), (i * 31 + rank * 17 + number) % 60);
        }
    }

    @ParameterizedTest(name = "{1} members in {0} processes, troubles: {2}")
    @CsvSource({"2,4,true", "2,4,false", "2,8,true", "3,6,true", "4,8,true", "2,3,true", "2,5,true"})
    void shouldGiveRightResultsOrFailForAll(int processes, int size, boolean withTroubles) {
        run(processes, size, member -> {
            Random own = new Random(SEED + member.rank());
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
            int number = 0;
            boolean isOver = false;
            while (!isOver) {
                for (int i = 0; i < CALLS_BETWEEN_CHECKS; i++) {
                    one(member, Call.of(number++, size, withTroubles), own);
                }
                int[] late = {System.nanoTime() > end ? 1 : 0};
                member.collectives().buffers().broadcast(DirectBuffer.of(late), 0);
                isOver = late[0] == 1;
            }
            member.collectives().barrier();
            return null;
        });
    }

    private static void one(Member member, Call call, Random own) throws InterruptedException {
        dawdle(own);
        boolean isVictim = call.victim == member.rank();
        Thread self = Thread.currentThread();
        Thread interrupter = null;
        if (isVictim && call.trouble == Trouble.INTERRUPTED_BEFORE) {
            self.interrupt();
        } else if (isVictim && call.trouble == Trouble.INTERRUPTED_MEANWHILE) {
            long nanos = own.nextInt(200_000);
            interrupter = Thread.ofPlatform().start(() -> {
                LockSupport.parkNanos(nanos);
                self.interrupt();
            });
        }
        Throwable failure = null;
        try {
            make(member, call, isVictim);
        } catch (CallFailedException
                | BufferMismatchException
                | OperationInterruptedException
                | IllegalStateException e) {
            failure = e;
        } finally {
            if (interrupter != null) {
                while (interrupter.isAlive()) {
                    Thread.interrupted();
                    try {
                        interrupter.join();
                    } catch (InterruptedException e) {
                        // that was it
                    }
                }
            }
            Thread.interrupted();
        }
        if (call.trouble == Trouble.NONE && failure != null) {
            throw new AssertionError("failed without reason: rank=" + member.rank() + " " + call, failure);
        }
    }

    /** Lets members come in any order, some of them when others sleep. */
    private static void dawdle(Random random) {
        switch (random.nextInt(40)) {
            case 0 -> LockSupport.parkNanos(random.nextInt(2_000_000));
            case 1, 2 -> LockSupport.parkNanos(1);
            case 3, 4, 5 -> Thread.yield();
            case 6, 7 -> {
                for (int i = random.nextInt(5_000); i > 0; i--) {
                    Thread.onSpinWait();
                }
            }
            default -> {}
        }
    }

    private static void make(Member member, Call call, boolean isVictim) {
        int rank = member.rank();
        int size = member.size();
        int length = call.length;
        boolean isUnlike = call.trouble == Trouble.LENGTH && call.kind != Kind.BARRIER;
        if (isUnlike && isVictim) {
            length = length == 3_000 ? 4 : new Random(SEED + call.number).nextBoolean() ? length + 1 : 3_000;
        }
        boolean closes = isVictim && call.trouble == Trouble.CLOSED_MEMORY;
        switch (call.kind) {
            case BARRIER -> run(member, call, new Barrier());
            case BROADCAST -> {
                int root = call.number % size;
                int[] data = new int[length];
                if (root == rank) {
                    Arrays.setAll(data, i -> call.value(root, i));
                }
                int[] expected = new int[length];
                Arrays.setAll(expected, i -> call.value(root, i));
                member.collectives().buffers().broadcast(DirectBuffer.of(data), root);
                if (!isUnlike) {
                    same(member, call, data, expected);
                }
            }
            case ALL_REDUCE -> {
                double[] own = new double[length];
                Arrays.setAll(own, i -> call.real(rank, i));
                boolean inPlace = call.number % 2 == 0;
                double[] target = inPlace ? own : new double[length];
                double[] expected = new double[length];
                Arrays.setAll(expected, i -> sum(call, 0, size, i));
                run(
                        member,
                        call,
                        new BufferAllReduce(
                                closes ? closed(own.length, ElementType.DOUBLE) : DirectBuffer.of(own),
                                DirectBuffer.of(target),
                                Reductions.sum()));
                mustFail(isUnlike, call, member);
                same(member, call, target, expected);
            }
            case ALL_GATHER -> {
                int n = Math.min(length, 3_000);
                int[] target = new int[size * n];
                int[] own = new int[n];
                Arrays.setAll(own, i -> call.value(rank, i));
                int[] expected = new int[size * n];
                Arrays.setAll(expected, i -> call.value(i / n, i % n));
                run(
                        member,
                        call,
                        new BufferAllGather(
                                closes ? closed(own.length, ElementType.INT) : DirectBuffer.of(own),
                                DirectBuffer.of(target)));
                mustFail(isUnlike && Math.min(call.length, 3_000) != 3_000, call, member);
                if (!isUnlike) {
                    same(member, call, target, expected);
                }
            }
            case ALL_TO_ALL_BLOCKS -> allToAllBlocks(member, call, isVictim, closes);
            case ALL_GATHER_BLOCKS -> allGatherBlocks(member, call, isVictim, closes);
            case ALL_TO_ALL -> {
                int n = Math.min(length, 8_000);
                int[] own = new int[size * n];
                Arrays.setAll(own, i -> call.value(rank * 50 + i / n, i % n));
                int[] expected = new int[size * n];
                Arrays.setAll(expected, i -> call.value(i / n * 50 + rank, i % n));
                boolean inPlace = call.number % 2 == 0;
                int[] target = inPlace ? own : new int[size * n];
                run(
                        member,
                        call,
                        new BufferAllToAll(
                                closes ? closed(own.length, ElementType.INT) : DirectBuffer.of(own),
                                DirectBuffer.of(target)));
                if (!isUnlike) {
                    same(member, call, target, expected);
                }
            }
            case REDUCE_SCATTER -> {
                int n = Math.min(length, 3_000);
                long[] counts = new long[size];
                Arrays.setAll(counts, i -> n + i % 3);
                if (isVictim && call.trouble == Trouble.OTHER_BLOCKS) {
                    counts[0]++;
                    counts[size - 1]--;
                    if (counts[size - 1] < 0) {
                        counts[0] += counts[size - 1];
                        counts[size - 1] = 0;
                    }
                }
                long[] places = new long[size];
                int gap = call.number % 3 == 0 ? 0 : rank % 3;
                int shift = call.number % 3 == 0 ? 0 : rank;
                long end = gap;
                for (int at = 0; at < size; at++) {
                    int block = (at + shift) % size;
                    places[block] = end;
                    end += counts[block] + gap;
                }
                Blocks blocks = Blocks.of(counts, places);
                double[] own = new double[(int) end];
                for (int block = 0; block < size; block++) {
                    for (int i = 0; i < counts[block]; i++) {
                        own[(int) places[block] + i] = call.real(rank, block * 40 + i);
                    }
                }
                int count = (int) counts[rank];
                double[] expected = new double[count];
                Arrays.setAll(expected, i -> sum(call, 0, size, rank * 40 + i));
                double[] target = new double[count];
                boolean inPlace = call.number % 4 == 1 && !closes;
                DirectBuffer into = inPlace ? DirectBuffer.of(own, (int) places[rank], count) : DirectBuffer.of(target);
                run(
                        member,
                        call,
                        new BlockReduceScatter(
                                closes ? closed(own.length, ElementType.DOUBLE) : DirectBuffer.of(own),
                                blocks,
                                into,
                                Reductions.sum()));
                if (inPlace) {
                    DirectBuffer.of(target).copyFrom(into);
                }
                if (!isUnlike && call.trouble != Trouble.OTHER_BLOCKS) {
                    same(member, call, target, expected);
                }
            }
        }
    }

    private static void allToAllBlocks(Member member, Call call, boolean isVictim, boolean closes) {
        int rank = member.rank();
        long[] sent = new long[member.size()];
        long[] received = new long[sent.length];
        Arrays.setAll(sent, to -> call.count(rank, to));
        Arrays.setAll(received, from -> call.count(from, rank));
        boolean isOther = isVictim && call.trouble == Trouble.OTHER_BLOCKS;
        if (isOther) {
            sent[(rank + 1) % sent.length]++;
        }
        Blocks sentBlocks = withGaps(sent, call.number % 3);
        Blocks receivedBlocks = withGaps(received, call.number % 2);
        int[] own = new int[end(sentBlocks)];
        int[] target = new int[end(receivedBlocks)];
        int[] expected = new int[target.length];
        for (int other = 0; other < sent.length; other++) {
            for (int i = 0; i < sent[other]; i++) {
                own[(int) sentBlocks.displacement(other) + i] = call.value(rank * 50 + other, i);
            }
            for (int i = 0; i < received[other]; i++) {
                expected[(int) receivedBlocks.displacement(other) + i] = call.value(other * 50 + rank, i);
            }
        }
        run(
                member,
                call,
                new BlockAllToAll(
                        closes ? closed(own.length, ElementType.INT) : DirectBuffer.of(own),
                        sentBlocks,
                        DirectBuffer.of(target),
                        receivedBlocks));
        same(member, call, target, expected);
    }

    private static void allGatherBlocks(Member member, Call call, boolean isVictim, boolean closes) {
        int rank = member.rank();
        long[] counts = new long[member.size()];
        Arrays.setAll(counts, from -> call.count(from, 0));
        int[] own = new int[(int) counts[rank]];
        Arrays.setAll(own, i -> call.value(rank, i));
        boolean isOther = isVictim && call.trouble == Trouble.OTHER_BLOCKS;
        if (isOther) {
            counts[(rank + 1) % counts.length]++;
        }
        Blocks blocks = withGaps(counts, call.number % 3);
        int[] target = new int[end(blocks)];
        int[] expected = new int[target.length];
        for (int other = 0; other < counts.length; other++) {
            for (int i = 0; i < counts[other]; i++) {
                expected[(int) blocks.displacement(other) + i] = call.value(other, i);
            }
        }
        run(
                member,
                call,
                new BlockAllGather(
                        closes ? closed(own.length, ElementType.INT) : DirectBuffer.of(own),
                        DirectBuffer.of(target),
                        blocks));
        mustFail(isOther, call, member);
        same(member, call, target, expected);
    }

    private static Blocks withGaps(long[] counts, int gap) {
        long[] places = new long[counts.length];
        for (int rank = 1; rank < counts.length; rank++) {
            places[rank] = places[rank - 1] + counts[rank - 1] + gap;
        }
        return Blocks.of(counts, places);
    }

    private static int end(Blocks blocks) {
        int last = blocks.size() - 1;
        return (int) (blocks.displacement(last) + blocks.count(last));
    }

    private static DirectBuffer closed(int length, ElementType type) {
        try (Arena arena = Arena.ofShared()) {
            long bytes = (long) length * type.elementBytes();
            return DirectBuffer.of(
                    arena.allocate(Math.max(Long.BYTES, bytes), Long.BYTES).asSlice(0, bytes), type);
        }
    }

    private static void mustFail(boolean must, Call call, Member member) {
        if (must) {
            throw new AssertionError("did not fail: rank=" + member.rank() + " " + call);
        }
    }

    private static void run(Member member, Call call, Collective<?> collective) {
        if (call.isStarted && call.trouble == Trouble.NONE) {
            member.collectives().start(collective).future().join();
        } else {
            member.collectives().run(collective);
        }
    }

    /** The tree over ranks: the block of the largest power of two is combined first. */
    private static double sum(Call call, int start, int end, int i) {
        if (end - start == 1) {
            return call.real(start, i);
        }
        int middle = start + Integer.highestOneBit(end - start - 1);
        return sum(call, start, middle, i) + sum(call, middle, end, i);
    }

    private static void same(Member member, Call call, Object found, Object expected) {
        if (!GroupTest.same(found, expected)) {
            throw new AssertionError("wrong: rank=" + member.rank() + " " + call);
        }
    }
}
