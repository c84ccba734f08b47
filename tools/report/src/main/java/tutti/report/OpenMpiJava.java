package tutti.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tutti.report.Comparison.Measurement;
import tutti.report.Comparison.Query;

/**
 * Tables of O. Vega-Gisbert, J. E. Roman, J. M. Squyres, <i>Design and implementation of Java bindings in Open MPI</i>
 * (<a href="https://doi.org/10.1016/j.parco.2016.08.004">doi:10.1016/j.parco.2016.08.004</a>).
 */
final class OpenMpiJava {
    private static final String PAPER =
            "The paper (O. Vega-Gisbert, J. E. Roman, J. M. Squyres: *Design and implementation of Java bindings in"
                    + " Open MPI*, 2016): servers with two Sandy Bridge processors of 8 cores each, Open MPI 1.8.1,"
                    + " OpenJDK 1.6.";
    private static final int PAIR = 2;
    private static final int FOUR = 4;
    private static final String SHARED_MEMORY = "shared-memory";
    private static final Map<String, String> TRANSPORTS = Map.of("shared memory", SHARED_MEMORY, "TCP", "grpc");
    /** Bytes of each row's values; 0 if there are none. */
    private static final Map<String, Integer> COLLECTIVES = Map.of(
            "barrier", 0,
            "allreduce 8 B", 8,
            "allreduce 64 KiB", 1 << 16,
            "allreduce 4 MiB", 1 << 22,
            "broadcast 64 KiB", 1 << 16,
            "broadcast 4 MiB", 1 << 22);

    private static final List<String> KERNELS = List.of("CG", "MG", "IS", "FT", "EP");

    private OpenMpiJava() {}

    static List<Exhibit> all() {
        return List.of(latency(), collectives(), kernels());
    }

    private static Exhibit latency() {
        return new Comparison(
                "openmpi-latency",
                "Open MPI's Java bindings, Table 2: a message of one byte",
                """
                %s Microseconds of half a round trip. Here: two JVMs of one host; the row TCP is gRPC over the loopback device, and beside it
                a blocking socket of Java.

                *Can be compared:* shared memory, roughly: both are two processes of one host; and what an array costs more than a direct buffer. *Cannot be
                compared:* TCP, which went over Gigabit Ethernet there, and usNIC.\
                """.formatted(PAPER),
                "transport",
                "microseconds",
                scope -> List.of("shared memory", "TCP", "usNIC"),
                Paper.columns("""
                    shared_memory 0.41 0.88 1.01
                    TCP 23.86 23.73 23.86
                    usNIC 2.42 3.12 3.20
                    """, "C", "Java, direct buffer", "Java, array"),
                scope -> List.of(
                        new Measurement("Tutti, direct buffer", row -> message(scope, row, "direct", "tutti")),
                        new Measurement("Tutti, array", row -> message(scope, row, "array", "tutti")),
                        new Measurement("TCP socket of Java, array", row -> message(scope, row, "array", "socket"))));
    }

    private static Query message(Scope scope, String row, String payload, String system) {
        String transport = TRANSPORTS.get(row);
        if (transport == null || (transport.equals(SHARED_MEMORY) && system.equals("socket"))) {
            return Query.none("it has no such transport");
        }
        if (!scope.transports().contains(transport)) {
            return Query.none("not run; --transport says through what messages go");
        }
        Stream<String> peer = transport.equals(SHARED_MEMORY) ? Stream.of() : Stream.of("--peer", "socket");
        List<String> command = Stream.concat(
                        scope.bench("latency", payload, transport, PAIR, List.of(PAIR), List.of(1)).stream(), peer)
                .toList();
        return new Query(command, answer -> answer.cell(Bench.of(system, PAIR, 1), Bench::median));
    }

    private static Exhibit collectives() {
        return new Comparison(
                "openmpi-collectives",
                "Collective operations of Open MPI's Java bindings",
                """
                The paper has no numbers of single collective operations. Beside ours is what Open MPI 4.1.8 and MPJ Express 0.44 took on another machine
                with two processors, the former in C and by its Java bindings with arrays. Microseconds; four
                members, each in a JVM of its own (MPJ Express: all in one).

                *Can be compared:* orders of magnitude, for the machines are of one kind, but not the same. *Cannot be compared:* anything closer than twice
                or half; four members share two processors there.\
                """,
                "operation",
                "microseconds",
                scope -> List.of(
                        "barrier",
                        "allreduce 8 B",
                        "allreduce 64 KiB",
                        "allreduce 4 MiB",
                        "broadcast 64 KiB",
                        "broadcast 4 MiB"),
                Paper.columns(
                                """
                                barrier 3.0 38 3.2 63
                                allreduce_8_B 3.4 40 5.0 ?
                                allreduce_64_KiB 56 99 69 167
                                allreduce_4_MiB 2900 3160 4900 5660
                                broadcast_64_KiB 15.5 ? 22.9 ?
                                broadcast_4_MiB 970 ? 2340 ?
                                """,
                                "Open MPI, C, shared memory",
                                "Open MPI, C, TCP",
                                "Open MPI, Java, shared memory",
                                "MPJ Express")
                        .stream()
                        .map(OpenMpiJava::ofAnotherMachine)
                        .toList(),
                scope -> scope.transports().stream()
                        .map(transport ->
                                new Measurement("Tutti, " + transport, row -> collective(scope, transport, row)))
                        .toList());
    }

    private static Column ofAnotherMachine(Column column) {
        return new Column(
                column.title().replaceFirst("paper", "elsewhere"),
                true,
                row -> column.cells().apply(row) instanceof Cell.Printed printed
                        ? printed
                        : Cell.absent("not measured there"));
    }

    /** One command has all sizes of an operation. */
    private static Query collective(Scope scope, String transport, String row) {
        String operation = row.split(" ", 2)[0];
        int bytes = Objects.requireNonNull(COLLECTIVES.get(row));
        List<Integer> sizes = COLLECTIVES.entrySet().stream()
                .filter(each -> each.getKey().startsWith(operation) && each.getValue() > 0)
                .map(Map.Entry::getValue)
                .sorted()
                .toList();
        return new Query(
                scope.bench(operation, "array", transport, FOUR, List.of(FOUR), sizes),
                answer -> answer.cell(Bench.of("tutti", FOUR, bytes), Bench::median));
    }

    private static Exhibit kernels() {
        return new Comparison(
                "openmpi-nas",
                "Open MPI's Java bindings, Figures 20 to 22: NAS kernels",
                """
                %s Mop/s of all members together. The paper draws classes C and D on 1 to 16 processes, and prints no numbers: CG in
                Java comes near the Fortran original; MG, IS, FT and EP stay well below it; EP speeds up in proportion to the processes in both. Here: the
                smallest classes, S with `--quick` and W else, because these take seconds; five runs, in up to as many JVMs as `--jvms`
                says.

                *Can be compared:* how each kernel grows with the members, up to the number of processors. *Cannot be compared:* Mop/s, which depend on the class
                and the processor.\
                """.formatted(PAPER),
                "members",
                "Mop/s",
                scope ->
                        NasKernels.members(scope).stream().map(Object::toString).toList(),
                List.of(),
                scope -> KERNELS.stream()
                        .map(kernel -> new Measurement(
                                "Tutti, " + kernel, row -> NasKernels.operations(scope, kernel, Integer.parseInt(row))))
                        .toList());
    }
}
