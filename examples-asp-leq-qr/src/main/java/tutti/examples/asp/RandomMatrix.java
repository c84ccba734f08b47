package tutti.examples.asp;

import java.util.Random;

/** A complete graph with random lengths from 1 to 42, the same for any number of members. */
record RandomMatrix(int size) implements Problem {
    private static final int SEED = 132;
    private static final int LONGEST = 42;

    @Override
    public long arcs() {
        return (long) size * (size - 1);
    }

    @Override
    public String origin() {
        return "generated, seed " + SEED;
    }

    @Override
    public int[][] table(int first, int last) {
        int[][] table = new int[size][0];
        Random random = new Random(SEED);
        for (int i = 0; i < last; i++) {
            int[] row = new int[size]; // rows before the first are drawn too, so that ours do not depend on it
            for (int j = 0; j < size; j++) {
                row[j] = i == j ? 0 : 1 + random.nextInt(LONGEST);
            }
            if (i >= first) {
                table[i] = row;
            }
        }
        return table;
    }
}
