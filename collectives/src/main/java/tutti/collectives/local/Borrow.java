package tutti.collectives.local;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * What one member lends the others of its process: see {@link SharedBuffers}.
 *
 * @param own its contribution, to be read
 * @param ownBlocks which elements of it are for which rank, or null if it is one for all
 * @param target where it wants the result, or null if it wants none
 * @param targetBlocks where the elements of which rank go in the target, or null if that is the same at all members
 * @param written the memory into which it has written the first of its contribution already, or null
 */
public record Borrow(
        DirectBuffer own,
        @Nullable Blocks ownBlocks,
        @Nullable DirectBuffer target,
        @Nullable Blocks targetBlocks,
        @Nullable Object written) {

    /** Lends buffers of which nothing has been written. */
    public Borrow(
            DirectBuffer own,
            @Nullable Blocks ownBlocks,
            @Nullable DirectBuffer target,
            @Nullable Blocks targetBlocks) {
        this(own, ownBlocks, target, targetBlocks, null);
    }

    /** Lends buffers that are alike at all members. */
    public Borrow(DirectBuffer own, @Nullable DirectBuffer target) {
        this(own, null, target, null);
    }

    Borrow withOwn(DirectBuffer contribution) {
        return new Borrow(contribution, ownBlocks, target, targetBlocks, written);
    }

    /** Returns which elements of the contribution are for which rank. */
    public Blocks blocks() {
        return Objects.requireNonNull(ownBlocks);
    }

    /** Returns where the member wants the elements of each rank. */
    public Blocks wantedBlocks() {
        return Objects.requireNonNull(targetBlocks);
    }

    /** Returns where the member wants the result. */
    public DirectBuffer wantedAt() {
        return Objects.requireNonNull(target);
    }
}
