package tutti.examples.nbody;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the cells of bodies that are sorted along the curve. */
final class Octree {
    /** A cell with more bodies is divided. */
    static final int MOST_BODIES = 8;

    private final Body[] bodies;
    private final Opening opening;

    Octree(Body[] sorted, Opening opening) {
        this.bodies = sorted;
        this.opening = opening;
    }

    /** Whether an octant with so many bodies has parts; it does not matter who has which of the bodies. */
    static boolean hasParts(Octant octant, long bodies) {
        return bodies > MOST_BODIES && octant.level() < Octant.LEVELS;
    }

    /** Builds the tree of an octant; null if it is empty. */
    @Nullable
    Cell build(Octant octant) {
        return build(octant, octant.start(bodies), octant.end(bodies));
    }

    private @Nullable Cell build(Octant octant, int start, int end) {
        if (start == end) {
            return null;
        }
        if (!hasParts(octant, end - start)) {
            return Cell.ofBodies(bodies, start, end, opening, octant);
        }
        List<Cell> parts = new ArrayList<>(Octant.PARTS);
        int from = start;
        for (int index = 0; index < Octant.PARTS; index++) {
            Octant part = octant.part(index);
            int to = from;
            while (to < end && bodies[to].key <= part.last()) {
                to++;
            }
            Cell cell = build(part, from, to);
            if (cell != null) {
                parts.add(cell);
            }
            from = to;
        }
        return Cell.ofParts(parts, opening, octant);
    }
}
