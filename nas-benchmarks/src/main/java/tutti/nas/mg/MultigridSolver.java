package tutti.nas.mg;

import java.util.stream.IntStream;
import tutti.collectives.Reductions;
import tutti.group.Communicator;

/**
 * Solves A u = v by V-cycles; one member's part.
 *
 * <p>Members have planes of the large grids. Of the small ones, where they would have less than two planes or would
 * send more than they compute, each has the whole, and computes it by itself.
 */
final class MultigridSolver {
    private static final int SMALL = 8;

    private final Communicator world;
    private final Stencils stencils;
    private final Borders borders;
    private final Grid[] solutions; // by level; level k has 2^k points on each side
    private final Grid[] residuals;
    private final Grid right;
    private final int top;

    MultigridSolver(Communicator world, Grid right, double... smoother) {
        this.world = world;
        this.right = right;
        stencils = new Stencils(right.n, smoother);
        borders = new Borders(world);
        top = Integer.numberOfTrailingZeros(right.n);
        solutions = grids();
        residuals = grids();
        borders.fill(right);
    }

    private Grid[] grids() {
        return IntStream.rangeClosed(0, top)
                .mapToObj(level -> new Grid(1 << level, planes(1 << level, world.size())))
                .toArray(Grid[]::new);
    }

    /** Returns how many planes of a cube each of so many members has. */
    static int planes(int n, int members) {
        return n <= SMALL || n < 2 * members ? n : n / members;
    }

    /** Begins anew, with u = 0. */
    void start() {
        solutions[top].clear();
        computeResidual(top, right);
    }

    private void computeResidual(int level, Grid rightSide) {
        stencils.residual(solutions[level], rightSide, residuals[level]);
        borders.fill(residuals[level]);
    }

    private void smooth(int level) {
        stencils.smooth(residuals[level], solutions[level]);
        borders.fill(solutions[level]);
    }

    /** Runs a V-cycle, and computes the residual. */
    void cycle() {
        for (int level = top; level > 1; level--) {
            restrict(level);
        }
        solutions[1].clear();
        smooth(1);
        for (int level = 2; level < top; level++) {
            solutions[level].clear();
            interpolate(level);
            computeResidual(level, residuals[level]);
            smooth(level);
        }
        interpolate(top);
        computeResidual(top, right);
        smooth(top);
        computeResidual(top, right);
    }

    private void restrict(int level) {
        Grid fine = residuals[level];
        Grid coarse = residuals[level - 1];
        stencils.restrict(fine, coarse, firstPlane(fine, coarse));
        if (coarse.isWhole() && !fine.isWhole()) {
            borders.collect(coarse);
        } else {
            borders.fill(coarse);
        }
    }

    private void interpolate(int level) {
        Grid coarse = solutions[level - 1];
        stencils.interpolate(coarse, firstPlane(solutions[level], coarse), solutions[level]);
    }

    /** Returns where a member's planes of a fine grid lie in the coarse one. */
    private int firstPlane(Grid fine, Grid coarse) {
        return coarse.isWhole() && !fine.isWhole() ? world.rank() * fine.planes / 2 : 0;
    }

    /** Returns the L2 norm of the residual. */
    double norm() {
        double squares = world.allReduce(residuals[top].squares(), Reductions.sum());
        return Math.sqrt(squares / ((double) right.n * right.n * right.n));
    }
}
