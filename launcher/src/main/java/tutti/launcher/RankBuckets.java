package tutti.launcher;

/**
 * Ranks that share one row of a figure, so that it stays legible.
 *
 * @param size number of members
 * @param width how many consecutive ranks share a row
 */
record RankBuckets(int size, int width) {
    private static final int MOST_ROWS = 64;

    static RankBuckets of(int size) {
        return new RankBuckets(size, Math.max(1, Math.ceilDiv(size, MOST_ROWS)));
    }

    int count() {
        return Math.ceilDiv(size, width);
    }

    int rowOf(long rank) {
        return (int) (rank / width);
    }

    int first(int bucket) {
        return bucket * width;
    }

    String label(int bucket) {
        int last = Math.min(size, first(bucket) + width) - 1;
        return width == 1 ? Integer.toString(bucket) : first(bucket) + "–" + last;
    }
}
