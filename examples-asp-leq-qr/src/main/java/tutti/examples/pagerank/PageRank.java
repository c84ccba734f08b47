package tutti.examples.pagerank;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.examples.support.Progress;
import tutti.group.ColGroup;

/**
 * One member of PageRank: the share of time that someone spends at each vertex who follows links at random.
 *
 * <p>With a probability of 1 - damping, and where no link leads on, the next vertex is any.
 */
final class PageRank extends GraphMember {
    /**
     * Ranks are at most 1, so as many such units fit a long; they add up alike in any order, which fractions do not.
     */
    private static final double UNITS = 0x1p60;

    private final Settings settings;

    /**
     * What the user wants.
     *
     * @param damping probability that a link is followed
     * @param tolerance change of every rank in a round below which it ends
     * @param maxRounds after which it ends anyway
     */
    record Settings(double damping, double tolerance, int maxRounds) {}

    PageRank(Supplier<@Nullable Network> input, Settings settings) {
        super(input);
        this.settings = settings;
    }

    @Override
    int compute(ColGroup group, Progress progress) {
        double damping = settings.damping();
        vertices().forEach(vertex -> vertex.setValue(1.0 / size()));
        double change = Double.POSITIVE_INFINITY;
        int round = 0;
        while (change >= settings.tolerance() && round < settings.maxRounds()) {
            double atDeadEnds = allReduce(group, unitsAtDeadEnds(), Reductions.sum()) / UNITS;
            double forEach = (1 - damping + damping * atDeadEnds) / size();

            vertices().forEach(vertex -> vertex.setReceived(0));
            sendAlongLinks(group, vertex -> vertex.value() / vertex.links(), Double::sum);

            double largest = 0;
            for (Vertex vertex : vertices()) {
                double next = forEach + damping * vertex.received();
                largest = Math.max(largest, Math.abs(next - vertex.value()));
                vertex.setValue(next);
            }
            change = allReduce(group, largest, Reductions.max());
            progress.step(++round);
        }
        return round;
    }

    private long unitsAtDeadEnds() {
        return vertices().stream()
                .filter(vertex -> vertex.links() == 0)
                .mapToLong(vertex -> Math.round(vertex.value() * UNITS))
                .sum();
    }
}
