package tutti.nas.is;

import java.util.ArrayList;
import java.util.List;
import tutti.group.Communicator;
import tutti.nas.kernel.Check;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;
import tutti.nas.kernel.Stopwatch;
import tutti.nas.kernel.Workload;

/**
 * Ranks integer keys ten times, of which two change each time.
 *
 * <p>Members have equally many keys in the beginning. A bucket has the keys of a range, and all of them are sent to one
 * member, which counts how often it has each; so that it knows the rank of every key in its buckets.
 */
public final class Is extends Kernel {

    @Override
    public String name() {
        return "IS";
    }

    @Override
    public Workload workload(ProblemClass problemClass) {
        int keys = KeyProblem.of(problemClass).keys();
        return new Workload(
                Integer.toString(keys), KeyProblem.ITERATIONS, (double) KeyProblem.ITERATIONS * keys, "keys ranked");
    }

    /** At most one for each bucket. */
    @Override
    protected int mostMembers(ProblemClass problemClass) {
        return KeyProblem.of(problemClass).buckets();
    }

    @Override
    protected Outcome compute(Communicator world, ProblemClass problemClass) {
        KeyProblem problem = KeyProblem.of(problemClass);
        KeyRanking ranking = new KeyRanking(problem, world);
        ranking.rank(1); // once for nothing, as in the suite

        Stopwatch stopwatch = Stopwatch.start(world);
        for (int iteration = 1; iteration <= KeyProblem.ITERATIONS; iteration++) {
            ranking.rank(iteration);
        }
        double seconds = stopwatch.stop();

        return new Outcome(seconds, checks(problem, ranking));
    }

    private static List<Check> checks(KeyProblem problem, KeyRanking ranking) {
        List<Check> checks = new ArrayList<>();
        int[] ranks = ranking.testedRanks();
        for (int iteration = 1; iteration <= KeyProblem.ITERATIONS; iteration++) {
            for (int test = 0; test < KeyProblem.TESTS; test++) {
                checks.add(new Check(
                        "rank of key %d in iteration %d".formatted(problem.testIndices()[test], iteration),
                        problem.expectedRank(test, iteration),
                        ranks[(iteration - 1) * KeyProblem.TESTS + test],
                        0));
            }
        }
        checks.add(new Check("keys in order", problem.keys(), ranking.keysInOrder(), 0));
        return checks;
    }
}
