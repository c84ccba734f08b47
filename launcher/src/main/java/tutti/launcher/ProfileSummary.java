package tutti.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is printed of a profile: one line for each operation of each group. */
final class ProfileSummary {
    private static final List<String> HEAD =
            List.of("operation", "calls", "time", "waited", "bytes", "imbalance", "slowest member");

    private ProfileSummary() {}

    static String of(Profile profile) {
        StringBuilder text = new StringBuilder();
        for (Profile.Group group : profile.groups()) {
            Blame blame = Blame.of(group);
            text.append("tutti: profile of group %s, members=%d (time and waited are means over the members)%n"
                    .formatted(group.name, group.size));
            List<List<String>> rows = new ArrayList<>();
            rows.add(HEAD);
            group.operations().forEach(operation -> rows.add(row(group, operation, blame)));
            appendTable(text, rows);
            text.append(verdict(group, blame)).append(System.lineSeparator());
        }
        if (profile.groups().isEmpty()) {
            text.append("tutti: the profile is empty: no member has called an operation%n".formatted());
        }
        if (!profile.missing().isEmpty()) {
            text.append(
                    "tutti: no recording was left by processes=%s, which were killed%n".formatted(profile.missing()));
        }
        return text.toString();
    }

    /** Names the slowest member, for people. */
    static String verdict(Profile.Group group, Blame blame) {
        return blame.slowest()
                .map(rank -> "slowest member: rank %d (%s); the others waited %s for it, %s of all waiting"
                        .formatted(
                                rank,
                                place(group, rank),
                                Units.time(blame.of(rank)),
                                Units.percent(blame.of(rank), blame.ofAll())))
                .orElse("slowest member: none, no member waited for another");
    }

    static String place(Profile.Group group, int rank) {
        Profile.Place place = group.places.get(rank);
        if (place == null) {
            return "process unknown";
        }
        return "process " + place.process() + (place.host().isEmpty() ? "" : " on " + place.host());
    }

    /** Returns the cells of an operation's line, in the order of the columns. */
    static List<String> row(Profile.Group group, String operation, Blame blame) {
        Profile.Totals all = group.ofOperation(operation);
        return List.of(
                operation,
                Units.count(all.calls),
                Units.time((double) all.time / group.size),
                Units.time((double) all.waited / group.size),
                Units.bytes(all.bytes),
                String.format(Locale.ROOT, "%.2f", group.imbalance(operation)),
                blame.slowest(operation).map(rank -> "rank " + rank).orElse("-"));
    }

    private static void appendTable(StringBuilder text, List<List<String>> rows) {
        int[] widths = new int[HEAD.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
    }
}
