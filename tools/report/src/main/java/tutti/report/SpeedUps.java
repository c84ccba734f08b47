package tutti.report;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.bench.Samples;

/**
 * Figures 9 to 11: speed-ups of a program in its versions.
 *
 * @param size of the paper's problem
 * @param aloneSeconds time of the paper's CCJ version on one node
 */
record SpeedUps(String name, String program, String title, int size, int aloneSeconds, List<Column> paper)
        implements Exhibit {
    private static final int LAST = 64;
    private static final String OBJECTS = "objects";
    private static final String BUFFERS = "buffers";
    private static final String RMI = "rmi";

    /** Returns all of them. */
    static List<Exhibit> all() {
        return List.of(
                new SpeedUps("figure9", "asp", "Figure 9: speed-ups of ASP", 2000, 1074, paper("57.3 59.6 60.4 30.1")),
                new SpeedUps("figure10", "leq", "Figure 10: speed-ups of LEQ", 1000, 1706, paper("23.7 11.8 32.4 2.3")),
                new SpeedUps("figure11", "qr", "Figure 11: speed-ups of QR", 2000, 1991, paper("41.4 31.6 15.7 13.8")));
    }

    /** The text has the last points; the first of CCJ is what all are relative to. */
    private static List<Column> paper(String last) {
        StringBuilder text = new StringBuilder("1 1 ? ? ?\n");
        IntStream.range(2, LAST).forEach(members -> text.append(members).append(" ? ? ? ?\n"));
        return Paper.columns(text + "64 " + last, "CCJ, Manta RMI", "RMI", "mpiJava", "CCJ, Sun RMI");
    }

    @Override
    public List<List<String>> commands(Scope scope) {
        return scope.speedUpMembers().stream()
                .map(members -> command(scope, members))
                .toList();
    }

    private List<String> command(Scope scope, int members) {
        return scope.run(members, program, "--size", Integer.toString(scope.scaled(size)), "--compare", "--json");
    }

    @Override
    public Table table(Scope scope, Answers answers) {
        List<Column> columns = new ArrayList<>(paper);
        columns.add(new Column("Tutti, objects: seconds", false, row -> seconds(scope, answers, row)));
        columns.add(new Column("Tutti, objects", true, row -> speedUp(scope, answers, row, OBJECTS)));
        columns.add(new Column("Tutti, buffers", true, row -> speedUp(scope, answers, row, BUFFERS)));
        columns.add(new Column("Java RMI", true, row -> speedUp(scope, answers, row, RMI)));
        columns.add(new Column(
                "in communication: RMI / objects", false, row -> communication(scope, answers, row, OBJECTS)));
        columns.add(new Column(
                "in communication: RMI / buffers", false, row -> communication(scope, answers, row, BUFFERS)));
        TreeSet<Integer> rows = new TreeSet<>(scope.speedUpMembers());
        rows.add(LAST);
        int scaled = scope.scaled(size);
        return new Table(
                title,
                """
                Size %d%s, in up to %d JVMs of one host; three runs of each version in turn, in the same JVMs, which must have the same checksum. A
                speed-up is the time of Tutti's objects on one member by this one, as the paper's are relative to CCJ over Manta RMI on one node
                (%,d s); the paper's text gives those on %d nodes. The last two columns: time that the mean member of the RMI version is inside
                communication calls, by that of Tutti's.

                *Can be compared:* which version is faster on the same machine, and by how much; speed-ups up to the number of processors (%d).
                *Cannot be compared:* seconds of then and now, and a speed-up on %5$d nodes with one on these processors.\
                """.formatted(
                                scaled,
                                scaled == size ? ", as in the paper" : " (the paper: %d)".formatted(size),
                                scope.jvms(),
                                aloneSeconds,
                                LAST,
                                Runtime.getRuntime().availableProcessors()),
                "members",
                "speed-up",
                rows.stream().map(Object::toString).toList(),
                columns);
    }

    private Cell seconds(Scope scope, Answers answers, String row) {
        Samples seconds = samples(scope, answers, row, OBJECTS, "seconds");
        return seconds == null ? absent(scope, answers, row) : Cell.measured(seconds.median(), spread(seconds));
    }

    private Cell speedUp(Scope scope, Answers answers, String row, String version) {
        Samples alone = samples(scope, answers, "1", OBJECTS, "seconds");
        Samples seconds = samples(scope, answers, row, version, "seconds");
        if (seconds == null) {
            return absent(scope, answers, row);
        }
        return alone == null
                ? absent(scope, answers, "1")
                : Cell.measured(alone.median() / seconds.median(), spread(seconds));
    }

    /** Ratios are those of runs that followed each other. */
    private Cell communication(Scope scope, Answers answers, String row, String version) {
        Samples ours = samples(scope, answers, row, version, "communicationMeanSeconds");
        Samples rmi = samples(scope, answers, row, RMI, "communicationMeanSeconds");
        if (row.equals("1")) {
            return Cell.absent("one member has no one to communicate with");
        }
        if (ours == null || rmi == null) {
            return absent(scope, answers, row);
        }
        Samples ratios = new Samples(
                IntStream.range(0, Math.min(rmi.values().size(), ours.values().size()))
                        .mapToObj(i -> rmi.values().get(i) / ours.values().get(i))
                        .toList());
        return Cell.measured(ratios.median(), spread(ratios));
    }

    private @Nullable Samples samples(Scope scope, Answers answers, String row, String version, String value) {
        List<Double> values = answer(scope, answers, row).rows().stream()
                .filter(run -> run.get("version").getAsString().equals(version))
                .map((JsonObject run) -> run.get(value).getAsDouble())
                .toList();
        return values.isEmpty() ? null : new Samples(values);
    }

    private Answer answer(Scope scope, Answers answers, String row) {
        return answers.to(command(scope, Integer.parseInt(row)));
    }

    private Cell absent(Scope scope, Answers answers, String row) {
        return scope.speedUpMembers().contains(Integer.parseInt(row))
                ? answer(scope, answers, row).absent()
                : Cell.absent(notRunWith(row));
    }

    /** Returns why a row has no measurement. */
    static String notRunWith(String members) {
        return "not run with %s members; --speed-up-members says with how many".formatted(members);
    }

    private static double spread(Samples samples) {
        return (samples.max() - samples.min()) / samples.median();
    }
}
