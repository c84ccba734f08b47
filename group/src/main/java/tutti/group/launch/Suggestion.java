package tutti.group.launch;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a user may have meant who mistyped it; for the launcher, too. */
public final class Suggestion {
    private static final int MOST = 3;

    private Suggestion() {}

    /**
     * Returns {@code "; did you mean 'NAME'?"} with the known names nearest to a given one, or nothing if none is near.
     */
    public static String of(String given, Collection<String> known) {
        return text(nearest(given, known));
    }

    /** Returns the same for names that are known to be near. */
    public static String text(List<String> nearest) {
        return nearest.isEmpty() ? "" : "; " + question(nearest);
    }

    /** Returns {@code "did you mean 'NAME'?"} for at least one name that is known to be near. */
    static String question(List<String> nearest) {
        return "did you mean '%s'?".formatted(String.join("' or '", nearest));
    }

    /** Returns {@code "NAME instead of WRITTEN"}, or nothing if no name may be meant. */
    public static Optional<String> instead(List<String> meant, String written) {
        return meant.isEmpty()
                ? Optional.empty()
                : Optional.of("%s instead of %s".formatted(String.join(" or ", meant), written));
    }

    /** Returns the known names nearest to a given one. */
    public static List<String> nearest(String given, Collection<String> known) {
        int most = Math.max(1, given.length() / 3);
        int fewest = known.stream().mapToInt(name -> edits(given, name)).min().orElse(Integer.MAX_VALUE);
        return known.stream()
                .filter(name -> edits(given, name) == fewest && fewest <= most)
                .sorted()
                .limit(MOST)
                .toList();
    }

    /** Returns how many letters must be inserted, deleted, replaced, or swapped with the next, to get another word. */
    private static int edits(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int fewest =
                        Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    fewest = Math.min(fewest, edits[i - 2][j - 2] + 1);
                }
                edits[i][j] = fewest;
            }
        }
        return edits[a.length()][b.length()];
    }
}
