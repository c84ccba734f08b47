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
import tutti.messaging.signature.Ranks;

/**
 * What all members of a call say, compared: a text that must be the same, and edges whose ends must match.
 *
 * @param ranksByText who says what
 * @param difference of edges; only looked for if all say the same
 */
record Agreement(Map<String, List<Integer>> ranksByText, Optional<Edges.Difference> difference) {

    /** Lets all members compare, at the cost of an allGather, and of another one if edges do not match. */
    static Agreement run(Peers peers, String text, Edges edges) {
        Map<String, List<Integer>> ranksByText = new TreeMap<>();
        long balance = 0;
        int rank = 0;
        for (Object said : gather(peers, new Object[] {text, edges.balance(peers.rank())})) {
            Object[] both = (Object[]) Objects.requireNonNull(said);
            ranksByText
                    .computeIfAbsent((String) both[0], none -> new ArrayList<>())
                    .add(rank++);
            balance += (Long) both[1];
        }
        boolean isMatched = ranksByText.size() > 1 || balance == 0;
        return new Agreement(
                ranksByText,
                isMatched
                        ? Optional.empty()
                        : Edges.difference(gather(peers, edges.written()).stream()
                                .map(Edges::read)
                                .toList()));
    }

    private static List<@Nullable Object> gather(Peers peers, Object own) {
        PerRank<@Nullable Object> all = PerRank.empty();
        BruckAllGather.run(peers, all, own);
        return all.list();
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
