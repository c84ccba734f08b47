package tutti.examples.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tutti.collectives.Reductions;
import tutti.group.Communicator;

/** Compares how some bodies are attracted with the sum over all bodies. */
final class DirectSums {
    private DirectSums() {}

    /**
     * Returns the root of the mean squared relative error of the bodies' accelerations.
     *
     * @param own this member's bodies
     * @param wanted how many bodies of all members are compared, about
     */
    static double error(Communicator world, int all, int wanted, double softening, Body... own) {
        int every = Math.max(1, all / wanted);
        Body[] chosen = Arrays.stream(own).filter(body -> body.id % every == 0).toArray(Body[]::new);
        List<double[]> gathered = world.allGather(numbers(chosen));
        List<double[]> found = new ArrayList<>();
        for (double[] numbers : gathered) {
            for (int at = 0; at < numbers.length; at += 6) {
                found.add(Arrays.copyOfRange(numbers, at, at + 6));
            }
        }
        double[] direct = new double[3 * found.size()];
        for (int i = 0; i < found.size(); i++) {
            add(direct, 3 * i, found.get(i), softening * softening, own);
        }
        direct = world.allReduce(direct, Reductions.sum());
        double sum = 0;
        for (int i = 0; i < found.size(); i++) {
            double difference = 0;
            double square = 0;
            for (int d = 0; d < 3; d++) {
                double error = found.get(i)[3 + d] - direct[3 * i + d];
                difference += error * error;
                square += direct[3 * i + d] * direct[3 * i + d];
            }
            sum += square > 0 ? difference / square : difference; // a body alone is not attracted
        }
        return Math.sqrt(sum / found.size());
    }

    private static double[] numbers(Body... bodies) {
        return Arrays.stream(bodies)
                .flatMapToDouble(
                        body -> Arrays.stream(new double[] {body.x, body.y, body.z, body.ax, body.ay, body.az}))
                .toArray();
    }

    private static void add(double[] sums, int at, double[] place, double softeningSquared, Body... bodies) {
        for (Body body : bodies) {
            double dx = body.x - place[0];
            double dy = body.y - place[1];
            double dz = body.z - place[2];
            double squared = dx * dx + dy * dy + dz * dz + softeningSquared;
            double pull = body.mass / (squared * Math.sqrt(squared));
            sums[at] += pull * dx;
            sums[at + 1] += pull * dy;
            sums[at + 2] += pull * dz;
        }
    }
}
