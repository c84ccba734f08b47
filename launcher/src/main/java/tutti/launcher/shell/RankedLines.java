package tutti.launcher.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Texts of members, of which equal ones are said once: {@code [0-2] text}, in the order of the lowest ranks. */
final class RankedLines {
    private RankedLines() {}

    /** Returns the lines for the texts of all ranks; null stands for none. */
    static List<String> of(List<String> texts) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        for (int rank = 0; rank < texts.size(); rank++) {
            ranks.computeIfAbsent(texts.get(rank), _ -> new ArrayList<>()).add(rank);
        }
        List<String> lines = new ArrayList<>();
        ranks.forEach((text, of) -> lines.add("[" + runs(of) + "] " + text));
        return lines;
    }

    private static String runs(List<Integer> ranks) {
        StringBuilder text = new StringBuilder();
        int first = 0;
        for (int i = 0; i < ranks.size(); i++) {
            if (i + 1 == ranks.size() || ranks.get(i + 1) != ranks.get(i) + 1) {
                text.append(text.isEmpty() ? "" : ",").append(ranks.get(first));
                text.append(first == i ? "" : "-" + ranks.get(i));
                first = i + 1;
            }
        }
        return text.toString();
    }
}
