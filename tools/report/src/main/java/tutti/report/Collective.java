package tutti.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Tables 2 to 6: a collective operation with growing numbers of members. */
record Collective(String name, String title, String note, List<Column> paper, List<Series> series) implements Exhibit {
    private static final int LONG = 16384 * Integer.BYTES;

    /**
     * Values of one size.
     *
     * @param bytes 0 if there are none
     * @param growsWithMembers whether the size is to be multiplied by the number of members
     */
    private record Series(String title, String benchmark, int bytes, boolean growsWithMembers) {
        private Series(String title, String benchmark, int bytes) {
            this(title, benchmark, bytes, false);
        }

        private int bytesOf(int members) {
            return growsWithMembers ? bytes * members : bytes;
        }
    }

    /** Returns all of them. */
    static List<Exhibit> all() {
        return List.of(barrier(), broadcast(), reduce(), scatter(), gather());
    }

    private static Exhibit barrier() {
        return new Collective(
                "table2",
                "Table 2: barrier",
                "The paper's barrier is a hypercube of remote calls; Tutti's members of one JVM meet in memory.",
                Paper.columns("""
                    1 <1 <1
                    2 78 580
                    4 166 1170
                    8 273 1840
                    16 380 2800
                    32 478 5510
                    64 605 11700
                    """, "Manta RMI", "Sun RMI"),
                List.of(new Series("", "barrier", 0)));
    }

    private static Exhibit broadcast() {
        return new Collective(
                "table3",
                "Table 3: broadcast",
                "Broadcasts follow each other without a pause, so the root may be some ahead.",
                Paper.columns("""
                    1 <1 1 <1 1
                    2 86 2306 760 4490
                    4 156 4562 1440 8960
                    8 222 6897 2160 13840
                    16 292 9534 3020 18940
                    32 374 11838 5950 26400
                    64 440 14232 13700 41700
                    """, "Manta RMI, 1 int", "Manta RMI, 16K ints", "Sun RMI, 1 int", "Sun RMI, 16K ints"),
                List.of(new Series("1 int", "broadcast", Integer.BYTES), new Series("16K ints", "broadcast", LONG)));
    }

    private static Exhibit reduce() {
        return new Collective(
                "table4",
                "Table 4: reduce",
                "MAX takes the larger of two elements, NOP one of two arrays; the difference is what the operator"
                        + " costs.",
                Paper.columns(
                        """
                        1 1 1 1 1 1 1
                        2 90 3069 88 2230 740 4460
                        4 158 6232 152 4539 1450 9160
                        8 223 9711 225 6851 2200 14460
                        16 294 13520 290 9359 3190 20080
                        32 368 17229 356 12004 5570 27420
                        64 453 21206 437 14657 11010 46020
                        """,
                        "Manta RMI, MAX 1 int",
                        "Manta RMI, MAX 16K ints",
                        "Manta RMI, NOP 1 int",
                        "Manta RMI, NOP 16K ints",
                        "Sun RMI, NOP 1 int",
                        "Sun RMI, NOP 16K ints"),
                List.of(
                        new Series("MAX 1 int", "reduce-max", Integer.BYTES),
                        new Series("MAX 16K ints", "reduce-max", LONG),
                        new Series("NOP 1 int", "reduce-nop", Integer.BYTES),
                        new Series("NOP 16K ints", "reduce-nop", LONG)));
    }

    private static Exhibit scatter() {
        return new Collective(
                "table5",
                "Table 5: scatter",
                "Sizes are those of one member's part. Beside it, as in the paper, a broadcast of the whole: what the"
                        + " scatter saves.",
                Paper.columns(
                        """
                        1 3 1251 <1 1290
                        2 188 4381 4480 6740
                        4 375 12790 16510 17330
                        8 595 26380 48920 39510
                        16 935 55196 126490 84350
                        32 1450 112311 315840 178630
                        64 2523 225137 798150 426010
                        """,
                        "Manta RMI, 1 int",
                        "Manta RMI, 16K ints",
                        "Manta RMI, broadcast of all 16K ints",
                        "Sun RMI, 16K ints"),
                List.of(
                        new Series("1 int", "scatter", Integer.BYTES),
                        new Series("16K ints", "scatter", LONG),
                        new Series("broadcast of all 16K ints", "broadcast", LONG, true)));
    }

    private static Exhibit gather() {
        return new Collective(
                "table6",
                "Table 6: gather",
                "Sizes are those of one member's part.",
                Paper.columns("""
                    1 <1 433 410
                    2 113 4239 5930
                    4 209 11646 16450
                    8 345 25514 37400
                    16 568 52902 79590
                    32 985 106965 166370
                    64 1663 248827 412630
                    """, "Manta RMI, 1 int", "Manta RMI, 16K ints", "Sun RMI, 16K ints"),
                List.of(new Series("1 int", "gather", Integer.BYTES), new Series("16K ints", "gather", LONG)));
    }

    @Override
    public List<List<String>> commands(Scope scope) {
        Set<List<String>> commands = new LinkedHashSet<>(); // members of one JVM are the same for all transports
        for (Series of : series) {
            for (String transport : scope.transports()) {
                scope.members().forEach(members -> commands.add(command(scope, of, transport, members)));
            }
        }
        return List.copyOf(commands);
    }

    /** Returns the command that measures a number of members, and with them all that have as many JVMs and bytes. */
    private static List<String> command(Scope scope, Series of, String transport, int members) {
        int jvms = scope.jvmsOf(members);
        List<Integer> alike = scope.members().stream()
                .filter(other -> scope.jvmsOf(other) == jvms && of.bytesOf(other) == of.bytesOf(members))
                .toList();
        return scope.bench(
                of.benchmark(), transport, jvms, alike, of.bytes() == 0 ? List.of() : List.of(of.bytesOf(members)));
    }

    @Override
    public Table table(Scope scope, Answers answers) {
        List<Column> columns = new ArrayList<>(paper);
        for (String transport : scope.transports()) {
            for (Series of : series) {
                String suffix = of.title().isEmpty() ? "" : ", " + of.title();
                columns.add(new Column("Tutti, " + transport + suffix, true, row -> {
                    int members = Integer.parseInt(row);
                    return answers.to(command(scope, of, transport, members))
                            .cell(Bench.of("tutti", members, of.bytesOf(members)), Bench::median);
                }));
            }
        }
        return new Table(
                title,
                """
                Microseconds for one operation on `int[]`. %s The paper: one member on each node. Here: members in up to %d JVMs of one host, several
                in each; one member alone is in one JVM, whatever the transport.

                *Can be compared:* how times grow with members and lengths, as long as there are not more members than processors (%d). *Cannot be
                compared:* microseconds of then and now; and rows with more members than processors, which tell how long members wait for a processor.\
                """.formatted(note, scope.jvms(), Runtime.getRuntime().availableProcessors()),
                "members",
                "microseconds",
                scope.members().stream().map(Object::toString).toList(),
                columns);
    }
}
