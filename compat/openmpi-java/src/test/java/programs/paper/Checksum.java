package programs.paper;

/** A hash of the rows of a table, the same as that of the project's own programs. */
final class Checksum {
    private Checksum() {}

    static long of(int index, int[] row) {
        long hash = index;
        for (int value : row) {
            hash = mix(hash ^ value);
        }
        return mix(hash);
    }

    static long of(int index, double... row) {
        long hash = index;
        for (double value : row) {
            hash = mix(hash ^ Double.doubleToLongBits(value));
        }
        return mix(hash);
    }

    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
