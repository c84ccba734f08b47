package tutti.report;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import tutti.examples.matmul.Matmul;
import tutti.report.Comparison.Measurement;
import tutti.report.Comparison.Query;

/** Tables of K. Dincer, E. Billur, K. Ozbas, <i>jmpi: a pure Java implementation of MPI</i>. */
final class Jmpi {
    private static final String MACHINE =
            "The paper (K. Dincer, E. Billur, K. Ozbas: *jmpi: a pure Java implementation of MPI*): workstations with"
                    + " an UltraSPARC of 167 MHz each, Ethernet of 10 Mbit/s, JDK 1.1.5.";
    private static final int PAIR = 2;
    private static final double MILLIS_OF_ROUND_TRIP = 2 / 1e3; // of a microsecond of half a round trip
    private static final double MILLIS = 1e3;
    private static final List<Integer> TASKS = List.of(4, 16);
    private static final List<String> LENGTHS = List.of("4", "1024", "10240", "102400", "1048576");

    private Jmpi() {}

    static List<Exhibit> all() {
        return List.of(pingPong(), products());
    }

    private static Exhibit pingPong() {
        return new Comparison(
                "jmpi-pingpong",
                "jmpi, Table 1: a message there and back",
                """
                %s Milliseconds of a round trip. PVM is in C, JPVM and jmpi are in Java, jmpi upon JPVM. Here: two JVMs of one host; a blocking TCP
                socket of Java stands where PVM stands in the paper.

                *Can be compared:* by how much a library costs more than what it is built upon, and how that share falls with the length. *Cannot be
                compared:* milliseconds of then and now, for the network, the processors and Java's compiler are others.\
                """.formatted(MACHINE),
                "bytes",
                "milliseconds",
                Jmpi::lengths,
                Paper.columns("""
                    4 0.93 50.05 54.63
                    1024 1.82 110.81 124.19
                    10240 9.70 153.30 173.28
                    102400 89.93 490.93 559.62
                    1048576 917.98 4156.24 4573.8
                    """, "PVM", "JPVM", "jmpi"),
                Jmpi::messages);
    }

    private static List<String> lengths(Scope scope) {
        return scope.isQuick() ? LENGTHS.subList(0, PAIR) : LENGTHS;
    }

    private static List<Measurement> messages(Scope scope) {
        Stream<Measurement> tutti = scope.transports().stream()
                .map(transport ->
                        new Measurement("Tutti, " + transport, row -> message(scope, transport, "tutti", row)));
        Measurement socket =
                new Measurement("TCP socket", row -> message(scope, scope.transportOfPeers(), "socket", row));
        return Stream.concat(tutti, Stream.of(socket)).toList();
    }

    private static Query message(Scope scope, String transport, String system, String bytes) {
        List<Integer> lengths = lengths(scope).stream().map(Integer::valueOf).toList();
        List<String> command = Stream.concat(
                        scope.bench("latency", "array", transport, PAIR, List.of(PAIR), lengths).stream(),
                        Scope.beside(transport, "socket"))
                .toList();
        return new Query(
                command,
                answer -> answer.cell(
                        Bench.of(system, PAIR, Integer.parseInt(bytes)),
                        row -> Bench.median(row, MILLIS_OF_ROUND_TRIP)));
    }

    private static Exhibit products() {
        return new Comparison(
                "jmpi-matmul",
                "jmpi, Table 3: product of two matrices",
                """
                %s Milliseconds, by rows and columns of the matrices. The paper's total has, beside the multiplication, what it takes to distribute
                the matrices. Here: `matmul` (SUMMA), members in JVMs of one host, the fastest of three runs; panels of both
                matrices are sent inside that time, but each member makes its own blocks. `--scale` changes the sizes that are run.

                *Can be compared:* whether more members gain anything, by size of the matrices. *Cannot be compared:* milliseconds of then and now;
                and 16 tasks on five workstations with 16 members on the processors of one host.\
                """.formatted(MACHINE),
                "rows",
                "milliseconds",
                scope -> List.of("2", "256", "1024"),
                Paper.columns(
                        """
                        2 1604.0 5225.0 384.0 1762.0 1219.0 5760.0
                        256 48935.0 17453.0 51813.0 56069.0 15193.0 19451.0
                        1024 808956.0 746860.0 910112.0 1071154.0 794709.0 820456.0
                        """,
                        "JPVM, 4 tasks: total",
                        "JPVM, 16 tasks: total",
                        "jmpi, 4 tasks: multiplication",
                        "jmpi, 4 tasks: total",
                        "jmpi, 16 tasks: multiplication",
                        "jmpi, 16 tasks: total"),
                Jmpi::products);
    }

    private static List<Measurement> products(Scope scope) {
        Measurement alone =
                new Measurement("Tutti, 1 member", size -> product(scope, Scope.LOCAL, 1, Integer.parseInt(size)));
        Stream<Measurement> together = scope.transports().stream()
                .flatMap(transport -> TASKS.stream()
                        .map(members -> new Measurement(
                                "Tutti, %s, %d members".formatted(transport, members),
                                size -> product(scope, transport, members, Integer.parseInt(size)))));
        return Stream.concat(Stream.of(alone), together).toList();
    }

    private static Query product(Scope scope, String transport, int members, int size) {
        String length = Integer.toString(scope.scaled(size));
        String refusal = Scope.isOfMpi(transport) ? MpiRun.refusal(transport) : "";
        if (!refusal.isEmpty()) {
            return Query.none(refusal);
        }
        List<String> command =
                scope.runOver(transport, members, "matmul", Matmul.class, "--size", length, "--runs", "3", "--json");
        return new Query(
                command,
                answer -> answer.cell(
                        any -> true,
                        (JsonObject run) ->
                                Cell.once(MILLIS * run.get("seconds").getAsDouble())));
    }
}
