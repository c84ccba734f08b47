package tutti.examples.kmeans;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Located;
import tutti.collectives.Reductions;
import tutti.group.Communicator;

/**
 * One member of K-means, whose first centres are points far from each other (k-means++).
 *
 * <p>Each next centre is a point, drawn with a probability that is proportional to its squared distance from the
 * centres so far. No one adds the squares up for that: each point draws the time at which it would come, at a rate that
 * is its square, and the first wins.
 */
final class KMeans extends ClusterMember {
    private final Lots lots;

    KMeans(Supplier<@Nullable Points> input, int clusters, int maxRounds, long seed, Losses losses) {
        super(input, clusters, maxRounds, losses);
        this.lots = new Lots(seed);
    }

    @Override
    int[] start(Communicator world, Centres toPlace) {
        int[] starts = new int[toPlace.count()];
        double[] squares = new double[count()]; // of each point's distance from the nearest centre so far
        Arrays.fill(squares, 1); // before the first, all alike
        for (int cluster = 0; cluster < starts.length; cluster++) {
            starts[cluster] = draw(world, cluster, squares);
            copyPoint(world, starts[cluster], toPlace, cluster);
            for (int point = 0; point < squares.length; point++) {
                double distance = toPlace.distance(cluster, points(), point * toPlace.dimensions());
                squares[point] = cluster == 0 ? distance * distance : Math.min(squares[point], distance * distance);
            }
        }
        return starts;
    }

    private int draw(Communicator world, int turn, double[] rates) {
        Located<Double> earliest = new Located<>(Double.POSITIVE_INFINITY, Integer.MAX_VALUE);
        for (int point = 0; point < rates.length; point++) {
            double time = -StrictMath.log(lots.draw(turn, first() + point)) / rates[point]; // never, if the rate is 0
            if (time < earliest.value()) {
                earliest = new Located<>(time, first() + point);
            }
        }
        return world.allReduce(earliest, Reductions.minLocation()).index();
    }
}
