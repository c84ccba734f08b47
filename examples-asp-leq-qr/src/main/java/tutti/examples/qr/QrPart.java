package tutti.examples.qr;

import java.io.Serializable;
import tutti.examples.support.Checksum;
import tutti.examples.support.Times;

/**
 * What a member's columns amount to; parts merge.
 *
 * @param checksum hash of all bits of R and of the reflections
 * @param largest largest element on R's diagonal, in absolute value
 * @param smallest smallest element there
 */
record QrPart(Times times, long checksum, double largest, double smallest) implements Serializable {
    static QrPart of(Householder columns, Steps steps, int rank, int size, Times times) {
        long checksum = 0;
        for (int i = 0; i < columns.columns().length; i++) {
            checksum += Checksum.of(i * size + rank, columns.columns()[i]);
            checksum += Checksum.of(i * size + rank, columns.firsts()[i]);
        }
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int k = 0; k < steps.chosen().size(); k++) {
            int column = steps.chosen().get(k);
            if (column % size == rank) {
                double r = Math.abs(columns.columns()[column / size][k]);
                largest = Math.max(largest, r);
                smallest = Math.min(smallest, r);
            }
        }
        return new QrPart(times, checksum, largest, smallest);
    }

    QrPart merge(QrPart other) {
        return new QrPart(
                times.merge(other.times),
                checksum + other.checksum,
                Math.max(largest, other.largest),
                Math.min(smallest, other.smallest));
    }
}
