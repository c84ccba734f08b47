package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.signature.Operation;
import tutti.messaging.runtime.Endpoint;

/** Compares what members say of a graph or a grid; gives all the same text if that does not match, else null. */
public final class MakeNeighborhood extends Collective<@Nullable String> {
    private final String text;
    private final Edges edges;

    private MakeNeighborhood(String text, Edges edges) {
        super(Operation.MAKE_NEIGHBORHOOD);
        this.text = text;
        this.edges = edges;
    }

    /** Makes a call in which each member knows its own edges of a graph. */
    public static MakeNeighborhood of(Neighbors neighbors) {
        return new MakeNeighborhood("edges of a graph", Edges.of(neighbors, edge -> 1, edge -> 1));
    }

    /** Makes a call in which all members know the whole grid. */
    public static MakeNeighborhood ofGrid(String grid) {
        return new MakeNeighborhood(grid, Edges.NONE);
    }

    @Override
    @Nullable
    String run(Invocation invocation) {
        Agreement agreement = Agreement.run(invocation.peers(), text, edges);
        return agreement.isSame()
                ? agreement
                        .difference()
                        .map(difference -> describe(invocation.call().endpoint(), difference))
                        .orElse(null)
                : "neighborhoods do not match: %s; let all members give the same grid, or each its edges"
                        .formatted(agreement.texts("gave"));
    }

    private static String describe(Endpoint member, Edges.Difference difference) {
        return "edges do not match: %s has rank=%d as a destination %s, but %s has rank=%d as a source %s;%s let both ends name each edge, or let Neighborhood.ofDestinations find the sources"
                .formatted(
                        member.describe(difference.from()),
                        difference.to(),
                        times(difference.sent().size()),
                        member.describe(difference.to()),
                        difference.from(),
                        times(difference.received().size()),
                        others(difference.more()));
    }

    private static String times(int count) {
        return count == 1 ? "1 time" : count + " times";
    }

    private static String others(int pairs) {
        return switch (pairs) {
            case 0 -> "";
            case 1 -> " 1 other pair does not match, either;";
            default -> " %d other pairs do not match, either;".formatted(pairs);
        };
    }
}
