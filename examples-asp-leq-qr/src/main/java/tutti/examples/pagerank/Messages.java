package tutti.examples.pagerank;

import java.io.Serializable;
import java.util.Arrays;

/** What the vertices of one member tell those of another in a round: a batch of numbers, each to a vertex. */
final class Messages implements Serializable {
    private static final long serialVersionUID = 1;

    private int count;
    private int[] targets = new int[8];
    private double[] numbers = new double[8];

    void add(int target, double number) {
        if (count == targets.length) {
            targets = Arrays.copyOf(targets, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        targets[count] = target;
        numbers[count++] = number;
    }

    int count() {
        return count;
    }

    int target(int message) {
        return targets[message];
    }

    double number(int message) {
        return numbers[message];
    }
}
