package tutti.examples.pagerank;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.examples.support.Progress;
import tutti.group.ColGroup;

/**
 * One member of a search for connected components.
 *
 * <p>Each vertex tells its neighbours the lowest index that it has heard of, until no one hears of a lower one. Links
 * must lead both ways.
 */
final class Components extends GraphMember {
    Components(Supplier<@Nullable Network> input) {
        super(input);
    }

    @Override
    int compute(ColGroup group, Progress progress) {
        vertices().forEach(vertex -> vertex.setValue(vertex.index()));
        int round = 0;
        boolean changed;
        do {
            vertices().forEach(vertex -> vertex.setReceived(vertex.value()));
            sendAlongLinks(group, Vertex::value, Math::min);

            boolean changedHere = false;
            for (Vertex vertex : vertices()) {
                changedHere |= vertex.received() < vertex.value();
                vertex.setValue(vertex.received());
            }
            changed = allReduce(group, changedHere, Reductions.logicalOr());
            progress.step(++round);
        } while (changed);
        return round;
    }
}
