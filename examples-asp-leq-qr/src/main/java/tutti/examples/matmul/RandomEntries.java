package tutti.examples.matmul;

/** Two matrices of random numbers between -1 and 1; every member can make any part of them. */
final class RandomEntries {
    private static final double SCALE = 0x1p-62;

    private RandomEntries() {}

    static double ofA(int row, int column) {
        return random(1, row, column);
    }

    static double ofB(int row, int column) {
        return random(2, row, column);
    }

    /** The output function of the SplitMix64 generator, on a number that names the entry. */
    private static double random(long matrix, long row, long column) {
        long z = ((matrix << 60) + (row << 30) + column) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (z >> 1) * SCALE;
    }
}
