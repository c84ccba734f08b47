package tutti.bench;

/** One of two processes that exchange byte arrays of one length, for one block. */
abstract class PairLink implements Operations<byte[]> {
    private final int rank;
    private final Block block;

    PairLink(int rank, Block block) {
        this.rank = rank;
        this.block = block;
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final int size() {
        return 2;
    }

    /** Runs the block, as the other does. */
    final Cost time() {
        Loop<byte[]> loop = Loop.of(block, Content.Bytes.of(block), this);
        meet();
        long begin = System.nanoTime();
        loop.run();
        long nanos = System.nanoTime() - begin;
        loop.checkLast();
        meet(); // no one answers before both have checked
        return Cost.ofPair(nanos, loop);
    }

    private void meet() {
        signal(1 - rank);
        awaitSignal(1 - rank);
    }
}
