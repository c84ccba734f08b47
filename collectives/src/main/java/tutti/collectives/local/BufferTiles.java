package tutti.collectives.local;

import java.util.concurrent.atomic.AtomicInteger;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * Work on the buffers that members of a process lend each other, cut into tiles that any number of them work on at the
 * same time.
 *
 * <p>A tile of every buffer passes through the cache once.
 */
public abstract class BufferTiles {
    private static final int TILE_BYTES = 16 * 1024;

    private final SharedBuffers buffers;
    private final DirectBuffer like;
    private final int tileLength;
    private final long tiles;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    /**
     * Prepares the work on buffers that are alike.
     *
     * @param operator no value of which is cut
     */
    BufferTiles(SharedBuffers buffers, Object operator) {
        this.buffers = buffers;
        like = buffers.borrow(0).own();
        tileLength = Elementwise.wholeValues(operator, TILE_BYTES / like.type().elementBytes());
        tiles = Math.max(1, Math.ceilDiv(like.length(), tileLength));
    }

    /** What one thread does, tile by tile. */
    interface Tile {
        /** Works on so many elements from a position on. */
        void run(long from, long count);
    }

    /** Makes what one thread does. */
    abstract Tile tile();

    /** Returns whether waking others would take longer than the work. */
    public final boolean isSmall() {
        return tiles == 1;
    }

    /** Works on tiles as long as there are any; returns whether this call finished the last of all. */
    public final boolean help() {
        boolean finished = false;
        Tile work = tile();
        for (int tile = begun.getAndIncrement(); tile < tiles; tile = begun.getAndIncrement()) {
            if (!buffers.begin()) {
                return false;
            }
            try {
                long from = (long) tile * tileLength;
                work.run(from, Math.min(tileLength, like.length() - from));
            } finally {
                buffers.end();
            }
            finished |= done.incrementAndGet() == tiles;
        }
        return finished;
    }

    /** Returns new memory for the elements of a tile. */
    final DirectBuffer allocate() {
        return Scratch.allocate(like.type(), Math.min(tileLength, like.length()));
    }
}
