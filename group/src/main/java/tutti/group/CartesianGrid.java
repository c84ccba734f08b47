package tutti.group;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The places of ranks in a grid of any number of dimensions, in row-major order: the last coordinate varies fastest
 * (MPI 4.1, section 8.5).
 *
 * <p>Plain arithmetic: no member is asked. Immutable.
 */
public final class CartesianGrid {
    private final int[] dimensions;
    private final boolean[] periodic;

    private CartesianGrid(int[] dimensions, boolean[] periodic) {
        this.dimensions = dimensions;
        this.periodic = periodic;
    }

    /** The ranks on both sides of one: {@link Communicator#NO_MEMBER} beyond a border. */
    public record Shift(int source, int destination) {}

    /**
     * Makes a grid.
     *
     * @param dimensions number of places in each dimension, at least 1
     * @param periodic for each dimension whether its ends are neighbors
     */
    public static CartesianGrid of(int[] dimensions, boolean[] periodic) {
        if (dimensions.length != periodic.length || Arrays.stream(dimensions).anyMatch(extent -> extent < 1)) {
            throw new IllegalArgumentException(
                    "a grid has at least one place in each dimension, and says of each whether it is periodic: dimensions=%s periodic=%s"
                            .formatted(Arrays.toString(dimensions), Arrays.toString(periodic)));
        }
        return new CartesianGrid(dimensions.clone(), periodic.clone());
    }

    /** Makes a grid with borders in all dimensions. */
    public static CartesianGrid of(int... dimensions) {
        return of(dimensions, new boolean[dimensions.length]);
    }

    /** Makes a grid whose ends are neighbors in all dimensions. */
    public static CartesianGrid periodic(int... dimensions) {
        boolean[] all = new boolean[dimensions.length];
        Arrays.fill(all, true);
        return of(dimensions, all);
    }

    /**
     * Divides members among dimensions as evenly as can be, the larger numbers first (MPI 4.1, section 8.5.2).
     *
     * @param wanted number of places in each dimension; 0 where this is to choose
     * @throws IllegalArgumentException if members cannot be divided so
     */
    public static int[] dimensions(int members, int... wanted) {
        int given = Arrays.stream(wanted).filter(extent -> extent != 0).reduce(1, Math::multiplyExact);
        if (members < 1 || given < 1 || members % given != 0) {
            throw new IllegalArgumentException(
                    "members cannot be divided so: members=%d wanted=%s; let their product divide the members"
                            .formatted(members, Arrays.toString(wanted)));
        }
        int[] free =
                IntStream.range(0, wanted.length).filter(d -> wanted[d] == 0).toArray();
        int[] chosen = balanced(members / given, free.length);
        int[] result = wanted.clone();
        for (int i = 0; i < free.length; i++) {
            result[free[i]] = chosen[i];
        }
        if (free.length == 0 && given != members) {
            throw new IllegalArgumentException("dimensions hold another number of members: members=%d wanted=%s"
                    .formatted(members, Arrays.toString(wanted)));
        }
        return result;
    }

    /** Returns factors of a number whose largest is as small as can be, in falling order. */
    private static int[] balanced(int number, int factors) {
        if (factors == 0) {
            return new int[0];
        }
        if (factors == 1) {
            return new int[] {number};
        }
        int[] best = {};
        for (int first = number; first >= 1; first--) {
            if (number % first == 0 && (best.length == 0 || first < best[0])) {
                int[] rest = balanced(number / first, factors - 1);
                if (rest[0] <= first) {
                    best = IntStream.concat(IntStream.of(first), IntStream.of(rest))
                            .toArray();
                }
            }
        }
        return best;
    }

    /** Returns the number of places. */
    public int size() {
        return Arrays.stream(dimensions).reduce(1, Math::multiplyExact);
    }

    /** Returns the number of places in each dimension. */
    public int[] dimensions() {
        return dimensions.clone();
    }

    /** Returns for each dimension whether its ends are neighbors. */
    public boolean[] periodic() {
        return periodic.clone();
    }

    /** Returns the coordinates of a rank, each at least 0. */
    public int[] coordinates(int rank) {
        int[] coordinates = new int[dimensions.length];
        int rest = checkRank(rank);
        for (int d = dimensions.length - 1; d >= 0; d--) {
            coordinates[d] = rest % dimensions[d];
            rest /= dimensions[d];
        }
        return coordinates;
    }

    private int checkRank(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException(
                    "rank must lie in [0, %d): rank=%d grid=%s; pass a rank of the grid, from 0 to %d"
                            .formatted(size(), rank, this, size() - 1));
        }
        return rank;
    }

    /**
     * Returns the rank at some coordinates, which wrap round in periodic dimensions; {@link Communicator#NO_MEMBER}
     * beyond a border.
     */
    public int rank(int... coordinates) {
        if (coordinates.length != dimensions.length) {
            throw new IllegalArgumentException("needs one coordinate for each dimension: coordinates=%s grid=%s"
                    .formatted(Arrays.toString(coordinates), this));
        }
        int rank = 0;
        for (int d = 0; d < dimensions.length; d++) {
            int place = periodic[d] ? Math.floorMod(coordinates[d], dimensions[d]) : coordinates[d];
            if (place < 0 || place >= dimensions[d]) {
                return MessageCommunication.NO_MEMBER;
            }
            rank = rank * dimensions[d] + place;
        }
        return rank;
    }

    /**
     * Returns whom a rank receives from and sends to when all values move along a dimension.
     *
     * @param dimension from 0 on
     * @param displacement by how many places; negative downwards
     * @throws IllegalArgumentException if there is no such dimension
     */
    public Shift shift(int rank, int dimension, int displacement) {
        if (dimension < 0 || dimension >= dimensions.length) {
            throw new IllegalArgumentException("grid has no such dimension: dimension=%d dimensions=%d; count from 0"
                    .formatted(dimension, dimensions.length));
        }
        return new Shift(neighbor(rank, dimension, -displacement), neighbor(rank, dimension, displacement));
    }

    private int neighbor(int rank, int dimension, int displacement) {
        int[] coordinates = coordinates(rank);
        coordinates[dimension] = Math.addExact(coordinates[dimension], displacement);
        return rank(coordinates);
    }

    /** Returns for each dimension the neighbor of a rank below and the one above. */
    public int[] neighbors(int rank) {
        return IntStream.range(0, 2 * dimensions.length)
                .map(edge -> neighbor(rank, edge / 2, edge % 2 == 0 ? -1 : 1))
                .toArray();
    }

    @Override
    public String toString() {
        return "CartesianGrid[dimensions=%s periodic=%s]"
                .formatted(Arrays.toString(dimensions), Arrays.toString(periodic));
    }
}
