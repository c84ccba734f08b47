package tutti.collectives;

import tutti.serialization.DirectBuffer;

/**
 * AllReduce of buffers in memory that all processes share.
 *
 * <p>Each puts its contribution, or as much of it as its slot holds, into the slot. What is small each combines for itself. Of what is
 * large they take tiles until none is left, whoever has a core at the moment; the result of a tile goes into the first slot, from which
 * all copy it in the end. Operands are combined in the brackets of the {@link BinomialTree}.
 */
final class CommonsAllReduce {
    private static final int SMALL_BYTES = 2 * 1024;
    private static final int TILE_BYTES = 16 * 1024;
    private static final int BLOCK_BYTES = 8 * 1024;
    private static final int FIRST_SCRATCH = Scratch.PART + 1;

    private final Visit visit;
    private final Commons commons;
    private final BufferPeers peers;
    private final ReductionObject<DirectBuffer> operator;
    private final DirectBuffer whole;

    private CommonsAllReduce(
            Visit visit,
            Commons commons,
            BufferPeers peers,
            ReductionObject<DirectBuffer> operator,
            DirectBuffer whole) {
        this.visit = visit;
        this.commons = commons;
        this.peers = peers;
        this.operator = operator;
        this.whole = whole;
    }

    /**
     * Returns this algorithm for leaders that share memory; those that do not use another.
     *
     * @param isChosen whether a table chooses it for a buffer of the caller's length. If not, the leaders only meet in the memory, where
     *     some may be whose buffers have another length
     */
    static BufferAlgorithms.AllReduce or(BufferAlgorithms.AllReduce other, boolean isChosen, Visit visit) {
        return (peers, own, target, operator) -> {
            Outcome outcome = Outcome.CLOSED;
            while (outcome == Outcome.CLOSED) { // before this call: there is another memory now
                Commons commons = visit.commons();
                outcome = commons == null
                        ? Outcome.NOT_DONE
                        : tryIn(commons, isChosen, visit, peers, own, target, operator);
            }
            if (outcome == Outcome.NOT_DONE) {
                other.run(peers, own, target, operator);
            }
        };
    }

    private enum Outcome {
        DONE,
        NOT_DONE,
        CLOSED
    }

    private static Outcome tryIn(
            Commons commons,
            boolean isChosen,
            Visit visit,
            BufferPeers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator) {
        if (!isChosen) {
            return commons.run(visit, own, 1, Commons.NONE) ? Outcome.NOT_DONE : Outcome.CLOSED;
        }
        Commons.Slots slots = commons.slotsFor(visit, own);
        if (slots != Commons.Slots.READY) {
            return slots == Commons.Slots.NONE ? Outcome.NOT_DONE : Outcome.CLOSED;
        }
        visit.usesSharedMemory();
        return run(visit, commons, peers, own, target, operator) ? Outcome.DONE : Outcome.CLOSED;
    }

    /** Writes the result into the target of every leader, the caller's among them; returns false if the memory was closed before. */
    private static boolean run(
            Visit visit,
            Commons commons,
            BufferPeers peers,
            DirectBuffer own,
            DirectBuffer target,
            ReductionObject<DirectBuffer> operator) {
        long perStep = Commons.slotBytes(own) / own.type().elementBytes();
        long steps = Math.max(1, Math.ceilDiv(own.length(), perStep));
        boolean isInTheWay = steps > 1 && own.overlaps(target) && !own.isSameMemory(target);
        DirectBuffer operand = isInTheWay ? Lent.copyOf(own) : own;
        CommonsAllReduce fold = new CommonsAllReduce(visit, commons, peers, operator, own);
        return commons.run(visit, own, steps, new Commons.Work() {
            @Override
            public void put(long number) {
                DirectBuffer piece = piece(operand, number, perStep);
                commons.ownSlot(own, piece.length()).copyFrom(piece);
            }

            @Override
            public void take(long number) {
                fold.into(piece(target, number, perStep));
            }
        });
    }

    private static DirectBuffer piece(DirectBuffer whole, long number, long perStep) {
        long from = number * perStep;
        return whole.slice(from, Math.min(perStep, whole.length() - from));
    }

    private void into(DirectBuffer target) {
        if (whole.lengthBytes() <= SMALL_BYTES) {
            fold(0, target.length(), target);
            return;
        }
        DirectBuffer result = commons.slot(0, whole, target.length());
        long perTile = TILE_BYTES / whole.type().elementBytes();
        commons.share(visit, Math.ceilDiv(target.length(), perTile), tile -> {
            long from = tile * perTile;
            fold(from, Math.min(perTile, target.length() - from), result);
        });
        target.copyFrom(result);
    }

    /** Writes the fold of some elements of all slots to the same place in a buffer, which may be the first slot. */
    private void fold(long from, long count, DirectBuffer into) {
        long perBlock = BLOCK_BYTES / whole.type().elementBytes();
        for (long at = from; at < from + count; at += perBlock) {
            long length = Math.min(perBlock, from + count - at);
            into.slice(at, length).copyFrom(fold(0, commons.processes(), at, length, 0));
        }
    }

    /** Folds a block of the slots of some processes in memory of this process, where the loops are fast. */
    private DirectBuffer fold(int start, int end, long from, long length, int depth) {
        if (end - start == 1) {
            DirectBuffer slot = commons.slot(start, whole, from + length).slice(from, length);
            DirectBuffer copy = peers.scratch(FIRST_SCRATCH + depth, slot);
            copy.copyFrom(slot);
            return copy;
        }
        int middle = start + Integer.highestOneBit(end - start - 1);
        DirectBuffer left = fold(start, middle, from, length, depth);
        DirectBuffer right = fold(middle, end, from, length, depth + 1);
        operator.reduce(left, right);
        return left;
    }
}
