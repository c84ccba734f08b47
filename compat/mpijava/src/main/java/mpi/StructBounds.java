package mpi;

import java.util.ArrayList;
import java.util.List;

/** Where the parts of a struct begin, or end: what was given counts, and if nothing was, all parts do. */
final class StructBounds {
    private final List<Long> natural = new ArrayList<>();
    private final List<Long> given = new ArrayList<>();

    void give(long bound) {
        given.add(bound);
    }

    void add(long bound, boolean isGiven) {
        (isGiven ? given : natural).add(bound);
    }

    boolean isGiven() {
        return !given.isEmpty();
    }

    private List<Long> counting() {
        return isGiven() ? given : natural;
    }

    long least() {
        return counting().stream().mapToLong(Long::longValue).min().orElse(0);
    }

    long greatest() {
        return counting().stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
