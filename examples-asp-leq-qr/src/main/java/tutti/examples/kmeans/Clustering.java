package tutti.examples.kmeans;

import java.util.stream.IntStream;
import tutti.examples.support.Checksum;

/** What rank 0 holds at the end. */
final class Clustering {
    private final Points points;
    private final Centres centres;
    private final int[] assigned;
    private final int[] starts;
    private final int rounds;
    private final long nanos;

    /**
     * Takes what was found; arrays are no longer the caller's.
     *
     * @param assigned to which cluster each point belongs
     * @param starts which points the centres were at first
     * @param rounds how often the centres moved to the middle of their points
     * @param nanos time of the computation
     */
    Clustering(Points points, Centres centres, int[] assigned, int[] starts, int rounds, long nanos) {
        this.points = points;
        this.centres = centres;
        this.assigned = assigned;
        this.starts = starts;
        this.rounds = rounds;
        this.nanos = nanos;
    }

    Points points() {
        return points;
    }

    Centres centres() {
        return centres;
    }

    /** Returns to which cluster each point belongs: the array itself, not a copy. */
    int[] assigned() {
        return assigned;
    }

    /** Returns which points the centres were at first. */
    int[] starts() {
        return starts.clone();
    }

    int rounds() {
        return rounds;
    }

    long nanos() {
        return nanos;
    }

    /** Returns the sum of the squared distances of all points from their centres: what K-means makes small. */
    double scatter() {
        double sum = 0;
        for (int point = 0; point < points.size(); point++) {
            double distance = centres.distance(assigned[point], points.coordinates(), point * points.dimensions());
            sum += distance * distance;
        }
        return sum;
    }

    /** Returns how many points belong to a cluster. */
    long size(int cluster) {
        return IntStream.of(assigned).filter(c -> c == cluster).count();
    }

    /** Returns a hash of all centres, and of which points are whose. */
    long checksum() {
        return Checksum.of(0, assigned) + Checksum.of(1, centres.coordinates());
    }
}
