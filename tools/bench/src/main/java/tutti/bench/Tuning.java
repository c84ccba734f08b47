package tutti.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The medians of the algorithms of one operation, and the rows of a table that follow from them. */
final class Tuning {
    /** An algorithm takes over from the one for smaller sizes only if it is faster than so much of its time. */
    private static final double CLEARLY_FASTER = 0.95;

    private final String operation;
    private final NavigableMap<Integer, NavigableMap<Integer, Map<String, Double>>> medians = new TreeMap<>();

    /** Begins without any. */
    Tuning(String operation) {
        this.operation = operation;
    }

    /** From which size on, of those measured, an algorithm is the best. */
    private record Range(String algorithm, int firstBytes, int lastBytes) {}

    /** Adds a result. */
    void add(int members, int bytes, String algorithm, double micros) {
        medians.computeIfAbsent(members, m -> new TreeMap<>())
                .computeIfAbsent(bytes, b -> new TreeMap<>())
                .put(algorithm, micros);
    }

    /** Returns the rows, with the medians as comments before them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        medians.forEach((members, bySize) -> bySize.forEach((bytes, byAlgorithm) -> lines.add(
                "# %s, %d members, %d bytes, us: %s".formatted(operation, members, bytes, text(byAlgorithm)))));
        medians.forEach((members, bySize) -> {
            List<Range> ranges = ranges(bySize);
            var more = medians.higherEntry(members);
            if (more == null || !rows(ranges, "").equals(rows(ranges(more.getValue()), ""))) {
                lines.addAll(rows(ranges, more == null ? "any" : Integer.toString(members)));
            }
        });
        return lines;
    }

    private List<String> rows(List<Range> ranges, String members) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            String limit = i + 1 == ranges.size()
                    ? "any"
                    : Long.toString(
                            between(ranges.get(i).lastBytes(), ranges.get(i + 1).firstBytes()));
            rows.add("%s members<=%s bytes<=%s %s"
                    .formatted(operation, members, limit, ranges.get(i).algorithm()));
        }
        return rows;
    }

    private static List<Range> ranges(NavigableMap<Integer, Map<String, Double>> bySize) {
        List<Range> ranges = new ArrayList<>();
        bySize.forEach((bytes, byAlgorithm) -> {
            Map.Entry<String, Double> fastest = byAlgorithm.entrySet().stream()
                    .min(Map.Entry.comparingByValue())
                    .orElseThrow();
            String best = fastest.getKey();
            Range last = ranges.isEmpty() ? null : ranges.removeLast();
            if (last == null) {
                ranges.add(new Range(best, bytes, bytes));
            } else if (fastest.getValue() < CLEARLY_FASTER * byAlgorithm.getOrDefault(last.algorithm(), 0.0)) {
                ranges.add(last);
                ranges.add(new Range(best, bytes, bytes));
            } else {
                ranges.add(new Range(last.algorithm(), last.firstBytes(), bytes));
            }
        });
        return ranges;
    }

    /** Returns the power of two in the middle of two sizes, by their ratio, but not below the smaller. */
    private static long between(int smaller, int larger) {
        double middle = Math.sqrt((double) smaller * larger);
        return Math.max(smaller, Long.highestOneBit((long) middle));
    }

    private static String text(Map<String, Double> byAlgorithm) {
        return byAlgorithm.entrySet().stream()
                .map(entry -> String.format(Locale.ROOT, "%s=%.2f", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(" "));
    }
}
