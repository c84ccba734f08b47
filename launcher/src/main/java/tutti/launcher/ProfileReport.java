package tutti.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A profile as one HTML page, which needs nothing else and loads nothing. */
final class ProfileReport {
    private static final int MOST_GROUPS = 8;
    private static final int MOST_BARS = 16;

    private final Profile profile;
    private final Origin origin;
    private final StringBuilder html = new StringBuilder();

    private ProfileReport(Profile profile, Origin origin) {
        this.profile = profile;
        this.origin = origin;
    }

    /** Of what the profile is: the command as it was given, when it was begun, and the JDK. */
    record Origin(String command, String date, String jdk) {}

    static String of(Profile profile, Origin origin) {
        return new ProfileReport(profile, origin).page();
    }

    private String page() {
        String title = "Profile of " + origin.command();
        line("<!DOCTYPE html>");
        line("<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>", title);
        line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        line("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">");
        html.append("<style>\n").append(css()).append("</style>\n");
        line("</head><body>");
        line("<h1>%s</h1>", origin.command());
        line("<p class=\"faint\">%s · JDK %s · hosts: %s</p>", origin.date(), origin.jdk(), hosts());
        if (!profile.missing().isEmpty()) {
            line(
                    "<p class=\"verdict\">No recording was left by processes %s, which were killed: what they did is"
                            + " not shown.</p>",
                    profile.missing().toString());
        }
        if (profile.groups().isEmpty()) {
            line("<p class=\"verdict\">No member has called an operation.</p>");
        }
        profile.groups().stream().limit(MOST_GROUPS).forEach(this::section);
        if (profile.groups().size() > MOST_GROUPS) {
            line(
                    "<p>%s further groups, which took less time, are not shown; the summary on the console has"
                            + " them.</p>",
                    Integer.toString(profile.groups().size() - MOST_GROUPS));
        }
        line("</body></html>");
        return html.toString();
    }

    private String hosts() {
        TreeSet<String> hosts = profile.groups().stream()
                .flatMap(group -> group.places.values().stream())
                .map(Profile.Place::host)
                .filter(host -> !host.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        return hosts.isEmpty() ? "not known" : String.join(", ", hosts);
    }

    private void section(Profile.Group group) {
        Blame blame = Blame.of(group);
        line("<section><h2>Group %s</h2>", group.name);
        verdict(group, blame);
        facts(group);
        operations(group, blame);
        line("<h3>What each member did when</h3>");
        line(
                "<figure>%s<figcaption><span class=\"key computing\"></span>computing<span class=\"key"
                    + " operation\"></span>in an operation<span class=\"key waiting\"></span>waiting for others. The"
                    + " height of a colour is its share of that stretch of time.%s</figcaption></figure>",
                Raw.of(TimelineFigure.of(group, blame.slowest())),
                Raw.of(
                        group.isThinned()
                                ? " Of many calls only some are recorded, and stand for the others; the tables have"
                                        + " all."
                                : ""));
        waits(group, blame);
        traffic(group);
        members(group, blame);
        line("</section>");
    }

    private void verdict(Profile.Group group, Blame blame) {
        Optional<Integer> slowest = blame.slowest();
        if (slowest.isEmpty()) {
            line("<p class=\"verdict\">No member waited for another.</p>");
            return;
        }
        int rank = slowest.get();
        line(
                "<p class=\"verdict\"><strong id=\"slowest-%s\">Slowest member: rank %s</strong> (%s). The others"
                        + " waited %s for it, %s of all waiting.</p>",
                Long.toString(group.id),
                Integer.toString(rank),
                ProfileSummary.place(group, rank),
                Units.time(blame.of(rank)),
                Units.percent(blame.of(rank), blame.ofAll()));
    }

    private void facts(Profile.Group group) {
        Profile.Totals all = group.ofAll();
        long duration = group.end() - group.start();
        line("<dl>");
        fact("members", Integer.toString(group.size));
        fact(
                "processes",
                Long.toString(group.places.values().stream()
                        .map(Profile.Place::process)
                        .distinct()
                        .count()));
        fact("duration", Units.time(duration));
        fact("calls", Units.count(all.calls));
        fact("time in operations", Units.percent((double) all.inside, (double) duration * group.size));
        fact("time waiting", Units.percent((double) all.waited, (double) duration * group.size));
        fact("sent", Units.bytes(sent(group)));
        line("</dl>");
    }

    private void fact(String name, String value) {
        line("<div><dt>%s</dt><dd>%s</dd></div>", name, value);
    }

    private static long sent(Profile.Group group) {
        return group.traffic.values().stream()
                .flatMap(receivers -> receivers.values().stream())
                .mapToLong(traffic -> traffic.bytes)
                .sum();
    }

    private void operations(Profile.Group group, Blame blame) {
        line("<h3>Operations</h3>");
        List<List<String>> rows = new ArrayList<>();
        group.operations().forEach(operation -> {
            List<String> row = new ArrayList<>(ProfileSummary.row(group, operation, blame));
            Profile.Totals all = group.ofOperation(operation);
            row.add(Units.time(all.longest));
            row.add(Units.count(all.failures));
            rows.add(row);
        });
        table(
                List.of(
                        "operation",
                        "calls",
                        "time, mean",
                        "waited, mean",
                        "bytes",
                        "imbalance",
                        "slowest",
                        "longest call",
                        "failed"),
                rows);
        line("<p class=\"faint\">Means are over the members. Imbalance is the time of the member that spent most in"
            + " the operation, over the mean. Slowest is the member that others waited for longest. Time of a started"
            + " operation is from its start to its end; of that, a member is in it only while it waits, and computes"
            + " otherwise.</p>");
    }

    private void waits(Profile.Group group, Blame blame) {
        line("<h3>Where time was waited</h3>");
        List<BarsFigure.Bar> byOperation = group.operations().stream()
                .limit(MOST_BARS)
                .map(operation -> {
                    Profile.Totals all = group.ofOperation(operation);
                    double waited = (double) all.waited / group.size;
                    double time = (double) all.inside / group.size;
                    String says = "%s of %s waited".formatted(Units.time(waited), Units.time(time));
                    return new BarsFigure.Bar(operation, waited, time, says, false);
                })
                .toList();
        line(
                "<figure>%s<figcaption>By operation, means over the members:<span class=\"key waiting\"></span>waiting"
                        + " for others<span class=\"key operation\"></span>other time in the"
                        + " operation</figcaption></figure>",
                Raw.of(BarsFigure.of("Time waited in each operation", byOperation)));
        List<Integer> ranks = blame.ranks();
        if (ranks.isEmpty()) {
            return;
        }
        List<BarsFigure.Bar> byMember = new ArrayList<>(ranks.stream()
                .limit(MOST_BARS)
                .map(rank -> new BarsFigure.Bar(
                        "rank %d, process %d".formatted(rank, process(group, rank)),
                        blame.of(rank),
                        blame.of(rank),
                        "%s, %s".formatted(Units.time(blame.of(rank)), Units.percent(blame.of(rank), blame.ofAll())),
                        rank.equals(ranks.getFirst())))
                .toList());
        if (blame.ofNobody() > 0) {
            byMember.add(new BarsFigure.Bar(
                    "no one was late",
                    blame.ofNobody(),
                    blame.ofNobody(),
                    "%s, %s".formatted(Units.time(blame.ofNobody()), Units.percent(blame.ofNobody(), blame.ofAll())),
                    false));
        }
        line(
                "<figure>%s<figcaption>By the member that was awaited: how long others waited for it, all added up%s."
                        + " If the awaited member was itself waiting for another, the time counts for that"
                        + " other.</figcaption></figure>",
                Raw.of(BarsFigure.of("How long each member was awaited", byMember)),
                Raw.of(ranks.size() > MOST_BARS ? "; the %d most awaited".formatted(MOST_BARS) : ""));
    }

    private static int process(Profile.Group group, int rank) {
        Profile.Place place = group.places.get(rank);
        return place == null ? -1 : place.process();
    }

    private void traffic(Profile.Group group) {
        line("<h3>Who sent to whom</h3>");
        if (group.traffic.isEmpty()) {
            line("<p>No messages. Members of one process meet in its memory in barriers, broadcasts and"
                    + " reductions.</p>");
            return;
        }
        line(
                "<figure>%s<figcaption>All messages, those inside collective operations too. Members that meet in"
                    + " memory send none: in one process in barriers, broadcasts and reductions, and the processes of"
                    + " one host in barriers and short reductions.</figcaption></figure>",
                Raw.of(MatrixFigure.of(group)));
    }

    private void members(Profile.Group group, Blame blame) {
        line("<details><summary>Every member in numbers</summary>");
        long duration = group.end() - group.start();
        List<List<String>> rows = IntStream.range(0, group.size)
                .boxed()
                .sorted(Comparator.comparingLong((Integer rank) -> -blame.of(rank)))
                .map(rank -> {
                    Profile.Totals all = group.ofMember(rank);
                    long sent = group.traffic.getOrDefault(rank, Map.of()).values().stream()
                            .mapToLong(traffic -> traffic.bytes)
                            .sum();
                    return List.of(
                            "rank " + rank,
                            ProfileSummary.place(group, rank),
                            Units.percent(Math.max(0, duration - all.inside), duration),
                            Units.time(all.inside),
                            Units.time(all.waited),
                            Units.time(blame.of(rank)),
                            Units.bytes(sent));
                })
                .toList();
        table(List.of("member", "place", "computing", "in operations", "waited", "awaited by others", "sent"), rows);
        line("</details>");
    }

    private void table(List<String> head, List<List<String>> rows) {
        html.append("<div class=\"scroll\"><table><thead><tr>");
        head.forEach(cell -> html.append("<th>").append(Svg.escape(cell)).append("</th>"));
        html.append("</tr></thead><tbody>\n");
        for (List<String> row : rows) {
            html.append("<tr>");
            row.forEach(cell -> html.append("<td>").append(Svg.escape(cell)).append("</td>"));
            html.append("</tr>\n");
        }
        html.append("</tbody></table></div>\n");
    }

    /** HTML that is put in as it is. */
    private record Raw(String html) {
        static Raw of(String html) {
            return new Raw(html);
        }
    }

    private void line(String format, Object... parts) {
        Object[] escaped = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            escaped[i] = parts[i] instanceof Raw(String raw) ? raw : Svg.escape(parts[i].toString());
        }
        html.append(parts.length == 0 ? format : format.formatted(escaped)).append('\n');
    }

    private static String css() {
        try (InputStream file = ProfileReport.class.getResourceAsStream("profile.css")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
