package tutti.examples.kmeans;

import tutti.serialization.DirectBuffer;

/**
 * Of each cluster the sum of its points and their number, and how many points have come from another, in one buffer.
 */
final class Totals {
    private final int dimensions;
    private final double[] numbers;

    Totals(int clusters, int dimensions) {
        this.dimensions = dimensions;
        this.numbers = new double[clusters * (dimensions + 1) + 1];
    }

    /** Returns all numbers, to be added up with those of other members. */
    DirectBuffer buffer() {
        return DirectBuffer.of(numbers);
    }

    /** Adds a point, which starts anywhere in an array. */
    void add(int cluster, double[] points, int at, boolean changed) {
        for (int i = 0; i < dimensions; i++) {
            numbers[sum(cluster) + i] += points[at + i];
        }
        numbers[sum(cluster) + dimensions]++;
        if (changed) {
            numbers[numbers.length - 1]++;
        }
    }

    /** Takes a point away again. */
    void remove(int cluster, double[] points, int at) {
        for (int i = 0; i < dimensions; i++) {
            numbers[sum(cluster) + i] -= points[at + i];
        }
        numbers[sum(cluster) + dimensions]--;
    }

    boolean isEmpty(int cluster) {
        return numbers[sum(cluster) + dimensions] == 0;
    }

    /** Makes the middle of a cluster's points its centre. */
    void mean(int cluster, Centres centres) {
        for (int i = 0; i < dimensions; i++) {
            centres.coordinates()[cluster * dimensions + i] =
                    numbers[sum(cluster) + i] / numbers[sum(cluster) + dimensions];
        }
    }

    /** Returns how many points have come from another cluster. */
    double changes() {
        return numbers[numbers.length - 1];
    }

    private int sum(int cluster) {
        return cluster * (dimensions + 1);
    }
}
