package tutti.collectives.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
import tutti.collectives.algorithm.BruckAllGather;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.TreeAllReduce;
import tutti.messaging.signature.Hashing;
import tutti.messaging.signature.Ranks;

/**
 * What all members of a call say, compared: a text that must be the same, and edges whose ends must match.
 *
 * @param ranksByText who says what
 * @param difference of edges; only looked for if all say the same
 */
record Agreement(Map<String, List<Integer>> ranksByText, Optional<Edges.Difference> difference) {

    /** Lets all members compare, at the cost of an allReduce of three numbers, and of an allGather if they differ. */
    static Agreement run(Peers peers, String text, Edges edges) {
        long hash = Hashing.of(text);
        long[] own = {edges.balance(peers.rank()), hash, hash};
        long[] all = (long[]) Objects.requireNonNull(TreeAllReduce.run(peers, own, Agreement::combine));
        return all[0] == 0 && all[1] == all[2]
                ? new Agreement(Map.of(text, List.of()), Optional.empty())
                : compare(peers, text, edges);
    }

    /** Adds the balances, and finds the least and the greatest hash. */
    private static Object combine(@Nullable Object left, @Nullable Object right) {
        long[] a = (long[]) Objects.requireNonNull(left);
        long[] b = (long[]) Objects.requireNonNull(right);
        return new long[] {a[0] + b[0], Math.min(a[1], b[1]), Math.max(a[2], b[2])};
    }

    private static Agreement compare(Peers peers, String text, Edges edges) {
        PerRank<@Nullable Object> all = PerRank.empty();
        BruckAllGather.run(peers, all, new Object[] {text, edges.written()});
        Map<String, List<Integer>> ranksByText = new TreeMap<>();
        List<Edges> allEdges = new ArrayList<>();
        for (Object said : all.list()) {
            Object[] both = (Object[]) Objects.requireNonNull(said);
            ranksByText
                    .computeIfAbsent((String) both[0], none -> new ArrayList<>())
                    .add(allEdges.size());
            allEdges.add(Edges.read(both[1]));
        }
        return new Agreement(ranksByText, ranksByText.size() > 1 ? Optional.empty() : Edges.difference(allEdges));
    }

    boolean isSame() {
        return ranksByText.size() == 1;
    }

    /** Returns who says what, with a verb between. */
    String texts(String verb) {
        return ranksByText.entrySet().stream()
                .map(said -> "ranks=%s %s %s".formatted(Ranks.text(said.getValue()), verb, said.getKey()))
                .collect(Collectors.joining("; "));
    }
}
