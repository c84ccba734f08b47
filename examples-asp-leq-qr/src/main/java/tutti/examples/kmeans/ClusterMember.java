package tutti.examples.kmeans;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Located;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.Progress;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.serialization.DirectBuffer;

/**
 * A member that holds a block of the points, and moves centres until each is in the middle of the points that are
 * nearest to it (Lloyd).
 *
 * <p>All sums of coordinates are exact ({@link Points}), so every number of members finds the same clusters in as many
 * rounds.
 */
abstract class ClusterMember extends ColMember {
    private final Supplier<@Nullable Points> input; // asked at rank 0 only
    private final int clusters;
    private final int maxRounds;

    private Partition blocks = new Partition(0, 1); // which rank holds which points
    private int first; // index of this member's first point
    private double[] mine = {}; // its points, one behind the other
    private int[] assigned = {}; // the cluster of each of its points
    private Centres centres = new Centres(0, 1);
    private @Nullable Clustering clustering;

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the points, or null if there are none to be had
     * @param maxRounds after which it ends anyway
     */
    ClusterMember(Supplier<@Nullable Points> input, int clusters, int maxRounds) {
        this.input = input;
        this.clusters = clusters;
        this.maxRounds = maxRounds;
    }

    /** Makes points the first centres, alike at all members, and returns which. */
    abstract int[] start(ColGroup group, Centres toPlace);

    @Override
    public void run() {
        ColGroup group = group();
        int rank = group.rank(this);
        Points points = rank == 0 ? input.get() : null;
        int[] shape = broadcast(group, points == null ? null : new int[] {points.size(), points.dimensions()}, 0);
        if (shape == null) {
            return;
        }
        blocks = new Partition(shape[0], group.size());
        centres = new Centres(clusters, shape[1]);
        first = blocks.offset(rank);
        mine = new double[blocks.size(rank) * shape[1]];
        assigned = new int[blocks.size(rank)];
        scatter(
                group,
                points == null ? null : DirectBuffer.of(points.coordinates()),
                coordinates(),
                DirectBuffer.of(mine),
                0);

        barrier(group);
        long begin = System.nanoTime();
        int[] starts = start(group, centres);
        int rounds;
        try (Progress progress = rank == 0 ? Progress.onConsole("kmeans", "rounds", -1) : Progress.none()) {
            rounds = improve(group, progress);
        }
        long nanos = System.nanoTime() - begin;

        int[] all = rank == 0 ? new int[shape[0]] : null;
        gather(group, DirectBuffer.of(assigned), all == null ? null : DirectBuffer.of(all), Blocks.of(blocks), 0);
        if (points != null && all != null) { // at rank 0
            clustering = new Clustering(points, centres, all, starts, rounds, nanos);
        }
    }

    private Blocks coordinates() {
        return Blocks.of(IntStream.range(0, blocks.parts())
                .mapToLong(rank -> (long) blocks.size(rank) * centres.dimensions())
                .toArray());
    }

    /** Moves the centres until no point changes its cluster; returns how often they moved. */
    private int improve(ColGroup group, Progress progress) {
        int round = 0;
        Totals totals = assign(group);
        boolean refilled;
        do {
            refilled = moveCentres(group, totals);
            totals = assign(group);
            progress.step(++round);
        } while ((totals.changes() > 0 || refilled) && round < maxRounds);
        return round;
    }

    /** Gives each point to the nearest centre; adds up, over all members, what the clusters have become. */
    private Totals assign(ColGroup group) {
        Totals totals = new Totals(clusters, centres.dimensions());
        for (int point = 0; point < assigned.length; point++) {
            int nearest = centres.nearest(mine, at(point));
            totals.add(nearest, mine, at(point), assigned[point] != nearest);
            assigned[point] = nearest;
        }
        allReduce(group, totals.buffer(), Reductions.sum());
        return totals;
    }

    /**
     * Moves each centre to the middle of its points; one without points takes the point that is farthest from its own.
     */
    private boolean moveCentres(ColGroup group, Totals totals) {
        Centres next = new Centres(clusters, centres.dimensions());
        Set<Integer> taken = new HashSet<>();
        for (int cluster = 0; cluster < clusters; cluster++) {
            if (totals.isEmpty(cluster)) {
                int farthest = farthest(group, taken);
                taken.add(farthest);
                int from = copyPoint(group, farthest, next, cluster);
                totals.remove(from, next.coordinates(), cluster * centres.dimensions());
            } else {
                totals.mean(cluster, next);
            }
        }
        centres = next;
        return !taken.isEmpty();
    }

    private int farthest(ColGroup group, Set<Integer> taken) {
        Located<Double> farthest = new Located<>(-1.0, Integer.MAX_VALUE);
        for (int point = 0; point < assigned.length; point++) {
            double distance = centres.distance(assigned[point], mine, at(point));
            if (distance > farthest.value() && !taken.contains(first + point)) {
                farthest = new Located<>(distance, first + point);
            }
        }
        return allReduce(group, farthest, Reductions.maxLocation()).index();
    }

    /** Makes a point a centre, at all members; returns the cluster that the point belongs to. */
    final int copyPoint(ColGroup group, int point, Centres to, int cluster) {
        int owner = blocks.owner(point);
        int dimensions = to.dimensions();
        double[] sent = new double[dimensions + 1];
        if (owner == group.rank(this)) {
            System.arraycopy(mine, at(point - first), sent, 0, dimensions);
            sent[dimensions] = assigned[point - first];
        }
        broadcast(group, DirectBuffer.of(sent), owner);
        System.arraycopy(sent, 0, to.coordinates(), cluster * dimensions, dimensions);
        return (int) sent[dimensions];
    }

    /** Returns the coordinates of this member's points, one point behind the other. */
    final double[] points() {
        return mine;
    }

    /** Returns the number of points of this member. */
    final int count() {
        return assigned.length;
    }

    /** Returns the index of this member's first point among all. */
    final int first() {
        return first;
    }

    /** Returns the number of points of all members. */
    final int countOfAll() {
        return blocks.elements();
    }

    private int at(int point) {
        return point * centres.dimensions();
    }

    /** Returns what rank 0 found; null at the others, and where there were no points. */
    @Nullable
    Clustering clustering() {
        return clustering;
    }
}
