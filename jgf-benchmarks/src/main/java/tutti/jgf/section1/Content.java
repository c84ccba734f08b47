package tutti.jgf.section1;

import java.util.Arrays;

/** What arrays hold: each element tells who sent it to whom, and where it stood. */
final class Content {
    private static final double FROM = 1L << 30;
    private static final double TO = 1L << 20;

    private Content() {}

    /** Returns an element; a receiver of what all get is number 0. */
    static double value(int from, int to, int index) {
        return (from + 1) * FROM + to * TO + index;
    }

    /** Makes an array. */
    static double[] array(int length, int from, int to) {
        double[] array = new double[length];
        Arrays.setAll(array, i -> value(from, to, i));
        return array;
    }

    /** Makes an array of a part for each member. */
    static double[] parts(int length, int from, int members) {
        double[] array = new double[length * members];
        Arrays.setAll(array, i -> value(from, i / length, i % length));
        return array;
    }

    /** Returns the sum of what members send to number 0. */
    static double sum(int members, int index) {
        double sum = 0;
        for (int from = 0; from < members; from++) {
            sum += value(from, 0, index);
        }
        return sum;
    }

    /** Counts wrong elements in a part of an array. */
    static int wrong(double[] array, int offset, int length, int from, int to) {
        int wrong = 0;
        for (int i = 0; i < length; i++) {
            wrong += array[offset + i] == value(from, to, i) ? 0 : 1;
        }
        return wrong;
    }

    /** Counts wrong elements in a part of an array. */
    static int wrong(Item[] array, int offset, int length, int from, int to) {
        int wrong = 0;
        for (int i = 0; i < length; i++) {
            Item item = array[offset + i];
            wrong += item != null && item.value == value(from, to, i) ? 0 : 1;
        }
        return wrong;
    }

    /** Counts wrong elements in an array of a part from each member. */
    static int wrongParts(double[] array, int length, int to) {
        int wrong = 0;
        for (int from = 0; from < array.length / length; from++) {
            wrong += wrong(array, from * length, length, from, to);
        }
        return wrong;
    }

    /** Counts wrong elements in an array of a part from each member. */
    static int wrongParts(Item[] array, int length, int to) {
        int wrong = 0;
        for (int from = 0; from < array.length / length; from++) {
            wrong += wrong(array, from * length, length, from, to);
        }
        return wrong;
    }
}
