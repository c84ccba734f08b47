package tutti.nas.mg;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import tutti.group.Communicator;
import tutti.nas.kernel.NasRandom;

/** The right side: 1 at ten points, -1 at ten others, where a cube of random numbers is largest and smallest. */
final class Charges {
    private static final int OF_EACH_SIGN = 10;
    private static final Comparator<Point> BY_VALUE = Comparator.comparingDouble(Point::value);

    private Charges() {}

    /** A random number and its place in the cube, which counts from 0. */
    private record Point(double value, int z, int y, int x) implements Serializable {}

    /** Sets charges in this member's planes. */
    static void set(Grid grid, Communicator world) {
        PriorityQueue<Point> largest = new PriorityQueue<>(BY_VALUE);
        PriorityQueue<Point> smallest = new PriorityQueue<>(BY_VALUE.reversed());
        draw(grid, world.rank() * grid.planes, largest, smallest);
        put(grid, world, ofAll(world, largest, BY_VALUE.reversed()), 1);
        put(grid, world, ofAll(world, smallest, BY_VALUE), -1);
    }

    private static void draw(Grid grid, int firstPlane, PriorityQueue<Point> largest, PriorityQueue<Point> smallest) {
        int n = grid.n;
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.skip((long) firstPlane * n * n);
        double[] row = new double[n];
        for (int z = firstPlane; z < firstPlane + grid.planes; z++) {
            for (int y = 0; y < n; y++) {
                random.fill(row, 0, n);
                for (int x = 0; x < n; x++) {
                    double value = row[x];
                    if (largest.size() < OF_EACH_SIGN
                            || value > largest.element().value()) {
                        keep(new Point(value, z, y, x), largest);
                    }
                    if (smallest.size() < OF_EACH_SIGN
                            || value < smallest.element().value()) {
                        keep(new Point(value, z, y, x), smallest);
                    }
                }
            }
        }
    }

    /** Adds a point, and removes the first if they are too many. */
    private static void keep(Point point, PriorityQueue<Point> points) {
        points.add(point);
        if (points.size() > OF_EACH_SIGN) {
            points.remove();
        }
    }

    private static List<Point> ofAll(Communicator world, PriorityQueue<Point> own, Comparator<Point> order) {
        return world.allGather(new ArrayList<>(own)).stream()
                .flatMap(List::stream)
                .sorted(order)
                .limit(OF_EACH_SIGN)
                .toList();
    }

    private static void put(Grid grid, Communicator world, List<Point> points, double charge) {
        for (Point point : points) {
            int z = point.z() - world.rank() * grid.planes;
            if (z >= 0 && z < grid.planes) {
                grid.values[grid.row(z + 1, point.y() + 1) + point.x() + 1] = charge;
            }
        }
    }
}
