package tutti.examples.kmeans;

/** Random numbers that depend on a seed and on what they are drawn for, and not on who draws them or when. */
record Lots(long seed) {
    private static final double UNIT = 0x1p-53;

    /** Returns a number between 0 and 1, both exclusive, for an item in a turn. */
    double draw(int turn, int item) {
        long bits = mix(mix(seed + turn) + item) >>> 12;
        return (2 * bits + 1) * UNIT;
    }

    /** The output function of the SplitMix64 generator, of which every input bit changes about half of the result. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
