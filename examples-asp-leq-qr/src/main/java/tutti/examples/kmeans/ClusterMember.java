package tutti.examples.kmeans;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Located;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.kmeans.Round.Held;
import tutti.examples.support.Progress;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/**
 * A member that holds a block of the points, and moves centres until each is in the middle of the points that are
 * nearest to it (Lloyd).
 *
 * <p>All sums of coordinates are exact ({@link Points}), so every number of members finds the same clusters in as many
 * rounds.
 *
 * <p>If lost members are replaced, each keeps the points of the one before it. A newcomer gets its points from there,
 * and the centres of the latest round from those that know it.
 */
abstract class ClusterMember extends ColMember {
    private final Supplier<@Nullable Points> input; // asked at rank 0 only
    private final int clusters;
    private final int maxRounds;
    private final Losses losses;

    private Partition blocks = new Partition(0, 1); // which rank holds which points
    private int first; // index of this member's first point
    private double[] mine = {}; // its points, one behind the other
    private int[] assigned = {}; // the cluster of each of its points
    private Centres centres = new Centres(0, 1);
    private @Nullable Round latest; // null until the first centres are placed
    private boolean hasPoints;
    private boolean isNewcomer;
    private @Nullable Share share; // what a newcomer gets
    private int previous = -1; // the rank whose points this member keeps for a newcomer
    private double[] previousPoints = {};
    private long begin; // of the clock, or 0
    private @Nullable Clustering clustering;

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the points, or null if there are none to be had
     * @param maxRounds after which it ends anyway
     * @param losses what it does when others are lost
     */
    ClusterMember(Supplier<@Nullable Points> input, int clusters, int maxRounds, Losses losses) {
        this.input = input;
        this.clusters = clusters;
        this.maxRounds = maxRounds;
        this.losses = losses;
    }

    /** Makes points the first centres, alike at all members, and returns which. */
    abstract int[] start(Communicator world, Centres toPlace);

    @Override
    public void run() {
        Communicator world = communicator(group());
        while (true) {
            try {
                cluster(world);
                return;
            } catch (MemberFailedException e) { // in all members of the group
                world = losses.continued(world, this::shareOf, e);
            }
        }
    }

    /** Takes the place of a lost member, before it starts: with its points, or null if no one has kept them. */
    void replace(@Nullable Share lost) {
        isNewcomer = true;
        share = lost;
    }

    private void cluster(Communicator world) {
        previous = -1;
        Round last = restore(world);
        if (blocks.elements() == 0) {
            return;
        }
        keepCopy(world);
        world.barrier();
        begin = begin == 0 ? System.nanoTime() : begin;
        int[] starts = last == null ? start(world, centres) : last.starts();
        if (last == null) {
            latest = new Round(0, false, starts, coordinatesNow(), coordinatesNow());
        } else {
            continueFrom(last);
            losses.log().say(world, "continues: round " + last.number());
        }
        int rounds;
        try (Progress progress = world.rank() == 0 ? Progress.onConsole("kmeans", "rounds", -1) : Progress.none()) {
            rounds = improve(world, starts, progress);
        }
        long nanos = System.nanoTime() - begin;

        int[] all = world.rank() == 0 ? new int[blocks.elements()] : null;
        world.gather(DirectBuffer.of(assigned), all == null ? null : DirectBuffer.of(all), Blocks.of(blocks), 0);
        Points points = all == null ? null : input.get();
        if (points != null && all != null) { // at rank 0
            clustering = new Clustering(points, centres, all, starts, rounds, nanos);
        }
    }

    /** Sees to it that each member has its points; returns the round from which to continue, or null to begin. */
    private @Nullable Round restore(Communicator world) {
        if (share != null) {
            divide(world, share.size(), share.dimensions());
            mine = share.points();
            hasPoints = true;
            share = null;
        }
        boolean inPlace = hasPoints && blocks.parts() == world.size();
        List<Held> held = world.allGather(new Held(inPlace, latest));
        if (held.stream().allMatch(Held::hasPoints)) {
            return Round.latest(held);
        }
        latest = null;
        hasPoints = false;
        readPoints(world);
        return null;
    }

    private void readPoints(Communicator world) {
        Points points = world.rank() == 0 ? input.get() : null;
        int[] shape = world.broadcast(points == null ? null : new int[] {points.size(), points.dimensions()}, 0);
        if (shape == null) {
            blocks = new Partition(0, world.size());
            return;
        }
        divide(world, shape[0], shape[1]);
        mine = new double[blocks.size(world.rank()) * shape[1]];
        world.scatter(
                points == null ? null : DirectBuffer.of(points.coordinates()), coordinates(), DirectBuffer.of(mine), 0);
        hasPoints = true;
    }

    private void divide(Communicator world, int size, int dimensions) {
        blocks = new Partition(size, world.size());
        centres = new Centres(clusters, dimensions);
        first = blocks.offset(world.rank());
        assigned = new int[blocks.size(world.rank())];
    }

    /** Hands this member's points to the next one, which has them for a newcomer. */
    private void keepCopy(Communicator world) {
        if (losses.areReplaced() || isNewcomer) {
            int size = world.size();
            previous = (world.rank() + size - 1) % size;
            previousPoints = world.sendReceive(mine, (world.rank() + 1) % size, previous);
        }
    }

    private @Nullable Share shareOf(int lost) {
        return lost == previous ? new Share(blocks.elements(), centres.dimensions(), previousPoints) : null;
    }

    /** Makes the centres those of a round, and each point's cluster that of the round before. */
    private void continueFrom(Round last) {
        centres = Centres.at(last.before(), centres.dimensions());
        for (int point = 0; point < assigned.length; point++) {
            assigned[point] = centres.nearest(mine, at(point));
        }
        centres = Centres.at(last.centres(), centres.dimensions());
        latest = last;
    }

    private double[] coordinatesNow() {
        return centres.coordinates().clone();
    }

    private Blocks coordinates() {
        return Blocks.of(IntStream.range(0, blocks.parts())
                .mapToLong(rank -> (long) blocks.size(rank) * centres.dimensions())
                .toArray());
    }

    /** Moves the centres until no point changes its cluster; returns how often they moved. */
    private int improve(Communicator world, int[] starts, Progress progress) {
        Round round = Objects.requireNonNull(latest, "latest");
        while (true) {
            if (!isNewcomer) {
                losses.dieIfWanted(world.rank(), round.number());
            }
            Totals totals = assign(world);
            boolean settled = round.number() > 0 && totals.changes() == 0 && !round.refilled();
            if (settled || round.number() >= maxRounds) {
                return round.number();
            }
            boolean refilled = moveCentres(world, totals);
            round = new Round(round.number() + 1, refilled, starts, round.centres(), coordinatesNow());
            latest = round;
            progress.step(round.number());
        }
    }

    /** Gives each point to the nearest centre; adds up, over all members, what the clusters have become. */
    private Totals assign(Communicator world) {
        Totals totals = new Totals(clusters, centres.dimensions());
        for (int point = 0; point < assigned.length; point++) {
            int nearest = centres.nearest(mine, at(point));
            totals.add(nearest, mine, at(point), assigned[point] != nearest);
            assigned[point] = nearest;
        }
        world.allReduce(totals.buffer(), totals.buffer(), Reductions.sum());
        return totals;
    }

    /**
     * Moves each centre to the middle of its points; one without points takes the point that is farthest from its own.
     */
    private boolean moveCentres(Communicator world, Totals totals) {
        Centres next = new Centres(clusters, centres.dimensions());
        Set<Integer> taken = new HashSet<>();
        for (int cluster = 0; cluster < clusters; cluster++) {
            if (totals.isEmpty(cluster)) {
                int farthest = farthest(world, taken);
                taken.add(farthest);
                int from = copyPoint(world, farthest, next, cluster);
                totals.remove(from, next.coordinates(), cluster * centres.dimensions());
            } else {
                totals.mean(cluster, next);
            }
        }
        centres = next;
        return !taken.isEmpty();
    }

    private int farthest(Communicator world, Set<Integer> taken) {
        Located<Double> farthest = new Located<>(-1.0, Integer.MAX_VALUE);
        for (int point = 0; point < assigned.length; point++) {
            double distance = centres.distance(assigned[point], mine, at(point));
            if (distance > farthest.value() && !taken.contains(first + point)) {
                farthest = new Located<>(distance, first + point);
            }
        }
        return world.allReduce(farthest, Reductions.maxLocation()).index();
    }

    /** Makes a point a centre, at all members; returns the cluster that the point belongs to. */
    final int copyPoint(Communicator world, int point, Centres to, int cluster) {
        int owner = blocks.owner(point);
        int dimensions = to.dimensions();
        double[] sent = new double[dimensions + 1];
        if (owner == world.rank()) {
            System.arraycopy(mine, at(point - first), sent, 0, dimensions);
            sent[dimensions] = assigned[point - first];
        }
        world.broadcast(DirectBuffer.of(sent), owner);
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
