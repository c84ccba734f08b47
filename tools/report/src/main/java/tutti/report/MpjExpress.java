package tutti.report;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import tutti.report.Comparison.Measurement;
import tutti.report.Comparison.Query;

/**
 * Tables of B. Qamar, A. Javed, M. Jameel, A. Shafi, B. Carpenter, <i>Design and implementation of hybrid and native
 * communication devices for Java HPC</i>.
 */
final class MpjExpress {
    private static final String PAPER =
            "The paper (B. Qamar, A. Javed, M. Jameel, A. Shafi, B. Carpenter: *Design and implementation of hybrid"
                    + " and native communication devices for Java HPC*): MPJ Express 0.38, 32 nodes with two quad-core"
                    + " Xeon E5520 each, Gigabit Ethernet and InfiniBand of 40 Gbit/s, JDK 1.7.";
    private static final int PAIR = 2;
    private static final int LONG = 1 << 24;
    private static final double GIGABITS = 8 / 1e3; // of a byte in a microsecond, in a second
    private static final int BODIES = 276_498;
    private static final int CORES = 64;

    private MpjExpress() {}

    static List<Exhibit> all() {
        return List.of(pingPong(), kernels(), bodies());
    }

    private static Exhibit pingPong() {
        return new Comparison(
                "mpjexpress-pingpong",
                "MPJ Express, Figures 3 and 4: latency and bandwidth",
                """
                %s The first row is half a round trip; the second one is the bandwidth of messages of 16 MiB, over Gigabit Ethernet from the paper's shares of the
                largest one possible. niodev, hybdev and natmpjdev are devices of MPJ Express, MPICH3 and MVAPICH2 are in C. Here: two JVMs of one host.

                *Can be compared:* by how much the library costs more than what lies below it: natmpjdev than MPICH3, Tutti over gRPC than a socket. *Cannot be
                compared:* the numbers themselves, for nothing here goes over a network.\
                """.formatted(PAPER),
                "",
                "",
                scope -> List.of("1 B: µs", "16 MiB: Gbit/s"),
                Paper.columns(
                        """
                        1_B:_µs 25.2 29.5 69.5 79.1 57 2.13 4.90
                        16_MiB:_Gbit/s 0.90 0.85 0.84 0.84 0.84 22.63 8.91
                        """,
                        "MPICH3",
                        "natmpjdev",
                        "niodev",
                        "hybdev",
                        "FastMPJ",
                        "MVAPICH2, InfiniBand",
                        "natmpjdev, InfiniBand"),
                MpjExpress::messages);
    }

    private static List<Measurement> messages(Scope scope) {
        Stream<Measurement> tutti = scope.transports().stream()
                .map(transport ->
                        new Measurement("Tutti, " + transport, row -> message(scope, transport, "tutti", row)));
        Measurement socket =
                new Measurement("TCP socket of Java", row -> message(scope, scope.transportOfPeers(), "socket", row));
        return Stream.concat(tutti, Stream.of(socket)).toList();
    }

    private static Query message(Scope scope, String transport, String system, String row) {
        List<String> command = Stream.concat(
                        scope.bench("latency", "array", transport, PAIR, List.of(PAIR), List.of(1, LONG)).stream(),
                        Scope.beside(transport, "socket"))
                .toList();
        return row.startsWith("1 B")
                ? new Query(command, answer -> answer.cell(Bench.of(system, PAIR, 1), Bench::median))
                : new Query(command, answer -> answer.cell(Bench.of(system, PAIR, LONG), MpjExpress::bandwidth));
    }

    private static Cell bandwidth(JsonObject row) {
        double micros = row.get("medianMicros").getAsDouble();
        double spread =
                row.get("p90Micros").getAsDouble() - row.get("p10Micros").getAsDouble();
        return Cell.measured(LONG * GIGABITS / micros, spread / micros);
    }

    private static Exhibit kernels() {
        return new Comparison(
                "mpjexpress-nas",
                "MPJ Express, Figure 6: NAS kernels",
                """
                %s Mop/s of all members together: the paper's on 128 cores, of classes B and C over Gigabit Ethernet. Here: the smallest classes, S with
                `--quick` and W else, because these take seconds; five runs, in up to as many JVMs as `--jvms` says.

                *Can be compared:* which kernels gain from more members, and which from a device that keeps messages inside a node. *Cannot be compared:* Mop/s,
                for classes, processors and their number are others.\
                """.formatted(PAPER),
                "kernel",
                "Mop/s",
                scope -> List.of("CG", "EP", "IS", "FT"),
                Paper.columns(
                        """
                        CG 2460.69 2443.18 1743.53 1529.57 ? ? 2415.22 1824.10
                        EP 1013.13 878.23 727.87 880.73 1309.06 ≈1380 1224.73 ≈1380
                        IS 204.47 41.83 47.55 62.61 292.90 120.20 144.24 162.74
                        FT 4270.89 10507.44 10810.99 3599.08 6494.99 10408.72 10137.72 7850.09
                        """,
                        "B, niodev",
                        "B, hybdev",
                        "B, natmpjdev",
                        "B, FastMPJ",
                        "C, niodev",
                        "C, hybdev",
                        "C, natmpjdev",
                        "C, FastMPJ"),
                scope -> NasKernels.members(scope).stream()
                        .map(members -> new Measurement(
                                "Tutti, %s, %d member%s"
                                        .formatted(NasKernels.problemClass(scope), members, members == 1 ? "" : "s"),
                                kernel -> NasKernels.operations(scope, kernel, members)))
                        .toList());
    }

    private static Exhibit bodies() {
        return new Comparison(
                "mpjexpress-nbody",
                "MPJ Express, Figure 7: bodies that attract each other",
                """
                %s Minutes of Gadget-2 in Java with 276,498 particles, as far as the text says them. Here: seconds of one step of `nbody`, with as many
                bodies, times `--scale`; run once. All members in one JVM are as in MPJ Express' multicore mode, spread over `--jvms`
                JVMs as in hybdev, and in a JVM each as in niodev.

                *Can be compared:* whether fewer JVMs with several members each are faster than a JVM for each member, the paper's question. *Cannot be compared:*
                minutes of a whole simulation, with gas, on 64 cores, and seconds of one step of attraction only.\
                """.formatted(PAPER),
                "members",
                "seconds",
                scope -> {
                    TreeSet<Integer> rows = new TreeSet<>(scope.speedUpMembers());
                    rows.add(CORES);
                    return rows.stream().map(Object::toString).toList();
                },
                Stream.of("niodev:23.3", "hybdev:19.2", "natmpjdev:23.23", "FastMPJ:19.6")
                        .map(cell -> cell.split(":", 2))
                        .flatMap(cell -> Paper.columns(CORES + " " + cell[1], cell[0] + ", minutes").stream())
                        .toList(),
                scope -> List.of(
                        new Measurement("Tutti, one JVM", row -> bodies(scope, 1, row)),
                        new Measurement(
                                "Tutti, up to %d JVMs".formatted(scope.jvms()),
                                row -> bodies(scope, scope.jvmsOf(Integer.parseInt(row)), row)),
                        new Measurement("Tutti, a JVM each", row -> bodies(scope, Integer.parseInt(row), row))));
    }

    private static Query bodies(Scope scope, int jvms, String members) {
        int count = Integer.parseInt(members);
        if (!scope.speedUpMembers().contains(count)) {
            return Query.none(SpeedUps.notRunWith(members));
        }
        String size = Integer.toString(scope.scaled(BODIES));
        return new Query(
                scope.runIn(jvms, count, "nbody", "--bodies", size, "--steps", "1", "--json"),
                answer -> answer.cell(
                        any -> true,
                        run -> Cell.once(
                                run.getAsJsonObject("outcome").get("seconds").getAsDouble())));
    }
}
