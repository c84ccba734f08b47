package tutti.collectives.operation;

import java.util.Comparator;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/** Checks of the buffers that a member passes to an operation, before anything is sent. */
final class BufferArguments {
    static final String SEND_BUFFER = "send buffer";
    static final String RECEIVE_BUFFER = "receive buffer";

    private BufferArguments() {}

    static DirectBuffer writable(DirectBuffer target) {
        return target.requireWritable(RECEIVE_BUFFER);
    }

    static <T> T required(@Nullable T argument, String role) {
        return Objects.requireNonNull(argument, role + " must not be null at the root");
    }

    /** Checks that a member's contribution and the place for the result are alike. */
    static void checkAlike(DirectBuffer own, DirectBuffer target) {
        if (!own.matches(writable(target))) {
            throw new IllegalArgumentException(
                    "buffers must be alike: send buffer=%s receive buffer=%s; let both have the same type and length"
                            .formatted(own.shape(), target.shape()));
        }
    }

    /** Checks that each block holds whole values of an operator. */
    static void checkWhole(ReductionObject<?> operator, DirectBuffer buffer, Blocks blocks) {
        Elementwise.checkApplies(operator, buffer);
        for (int i = 0; i < blocks.size(); i++) {
            int rank = i;
            Elementwise.checkWhole(
                    operator, blocks.count(rank), () -> "block of rank=%d in %s".formatted(rank, buffer.shape()));
        }
    }

    /** Checks that a buffer holds one equal block for each member. */
    static void checkEqualBlocks(String role, DirectBuffer whole, String blockRole, DirectBuffer block, int size) {
        if (whole.type() != block.type() || whole.length() != block.length() * size) {
            throw new IllegalArgumentException(
                    "%s must hold one block for each member: %s=%s %s=%s members=%d; pass Blocks for unequal ones"
                            .formatted(role, role, whole.shape(), blockRole, block.shape(), size));
        }
    }

    /**
     * Checks that there is a block for each member of a group, inside a buffer.
     *
     * @throws IllegalArgumentException if not; the message names the rank whose block does not fit
     */
    static void checkBlocks(String role, DirectBuffer buffer, Blocks blocks, int size) {
        if (blocks.size() != size) {
            throw new IllegalArgumentException(
                    "needs one block for each member: blocks=%d members=%d of=%s; a block may be empty"
                            .formatted(blocks.size(), size, role));
        }
        for (int rank = 0; rank < size; rank++) {
            long count = blocks.count(rank);
            long displacement = blocks.displacement(rank);
            if (count > buffer.length() || displacement > buffer.length() - count) {
                throw new IllegalArgumentException(
                        "block lies outside its buffer: rank=%d count=%d displacement=%d %s=%s; counts and displacements are in elements"
                                .formatted(rank, count, displacement, role, buffer.shape()));
            }
        }
    }

    /**
     * Checks blocks as {@link #checkBlocks} does, and that what one rank sends does not overwrite what another does.
     *
     * @throws IllegalArgumentException if not; the message names the ranks whose blocks have an element in common
     */
    static void checkReceiveBlocks(DirectBuffer buffer, Blocks blocks, int size) {
        checkBlocks(RECEIVE_BUFFER, writable(buffer), blocks, size);
        long end = 0;
        for (int rank = 0; rank < size; rank++) {
            if (blocks.count(rank) > 0 && blocks.displacement(rank) < end) {
                checkDisjoint(buffer, blocks); // not in rank order
                return;
            }
            end = Math.max(end, blocks.displacement(rank) + blocks.count(rank));
        }
    }

    private static void checkDisjoint(DirectBuffer buffer, Blocks blocks) {
        int[] inOrder = IntStream.range(0, blocks.size())
                .filter(rank -> blocks.count(rank) > 0)
                .boxed()
                .sorted(Comparator.comparingLong(blocks::displacement))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int i = 1; i < inOrder.length; i++) {
            int before = inOrder[i - 1];
            int next = inOrder[i];
            if (blocks.displacement(next) < blocks.displacement(before) + blocks.count(before)) {
                throw new IllegalArgumentException(
                        "blocks of a receive buffer must not overlap: rank=%d count=%d displacement=%d and rank=%d count=%d displacement=%d in %s=%s; counts and displacements are in elements"
                                .formatted(
                                        before,
                                        blocks.count(before),
                                        blocks.displacement(before),
                                        next,
                                        blocks.count(next),
                                        blocks.displacement(next),
                                        RECEIVE_BUFFER,
                                        buffer.shape()));
            }
        }
    }

    /** Checks that a member's own elements are as many, and of the same type, as its block in another buffer. */
    static void checkOwnBlock(
            String role, DirectBuffer own, String otherRole, DirectBuffer other, Blocks blocks, int rank) {
        if (own.type() != other.type() || own.length() != blocks.count(rank)) {
            throw new IllegalArgumentException("%s does not match this member's block of %s: %s=%s block=%s[%d] rank=%d"
                    .formatted(role, otherRole, role, own.shape(), other.type(), blocks.count(rank), rank));
        }
    }
}
