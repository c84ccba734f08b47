package tutti.examples.qr;

import java.util.ArrayList;
import java.util.List;

/** What all members know of the steps that were made. */
final class Steps {
    private final List<Integer> chosen = new ArrayList<>();
    private double work; // columns that were reflected
    private double capacity; // as many as there would be if each member had as many as the one with the most

    /** Notes a step. */
    void add(Pivot pivot, int members) {
        chosen.add(pivot.column());
        work += pivot.left();
        capacity += (double) pivot.most() * members;
    }

    /** Returns the columns in the order in which they were chosen. */
    List<Integer> chosen() {
        return List.copyOf(chosen);
    }

    /** Returns the share of the members' time that is not spent waiting for the one with the most columns. */
    double balance() {
        return capacity == 0 ? 1 : work / capacity;
    }
}
