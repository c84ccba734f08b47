package tutti.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Table 1: messages between two members, beside remote calls. */
final class PingPong implements Exhibit {
    private static final List<Integer> LENGTHS =
            IntStream.rangeClosed(0, 14).mapToObj(power -> 1 << power).toList();
    private static final List<Integer> FEW_LENGTHS = List.of(1, 256, 16384);
    private static final int PAIR = 2;
    private static final String PAPER = """
        1 84 59 660
        2 87 66 660
        4 88 68 660
        8 88 69 695
        16 90 70 700
        32 93 72 705
        64 101 78 715
        128 115 91 750
        256 147 121 750
        512 177 142 875
        1024 259 206 975
        2048 456 334 1250
        4096 763 590 1655
        8192 1400 1289 2725
        16384 2662 2378 5010
        """;

    @Override
    public String name() {
        return "table1";
    }

    @Override
    public List<List<String>> commands(Scope scope) {
        return scope.transports().stream()
                .map(transport -> command(scope, transport))
                .toList();
    }

    private static List<String> command(Scope scope, String transport) {
        List<Integer> bytes = lengths(scope).stream().map(PingPong::bytes).toList();
        return Stream.concat(
                        scope.bench("latency", transport, PAIR, List.of(PAIR), bytes).stream(),
                        Scope.beside(transport, "rmi"))
                .toList();
    }

    private static List<Integer> lengths(Scope scope) {
        return scope.isQuick() ? FEW_LENGTHS : LENGTHS;
    }

    private static int bytes(int length) {
        return length * Integer.BYTES;
    }

    @Override
    public Table table(Scope scope, Answers answers) {
        List<Column> columns =
                new ArrayList<>(Paper.columns(PAPER, "CCJ, Manta RMI", "Manta RMI alone", "CCJ, Sun RMI"));
        for (String transport : scope.transports()) {
            columns.add(column("Tutti, " + transport, "tutti", answers.to(command(scope, transport))));
        }
        columns.add(column("Java RMI", "rmi", answers.to(command(scope, scope.transportOfPeers()))));
        return new Table(
                "Table 1: a message of an int[] (half a round trip)",
                """
                Microseconds. The paper: two nodes of 2001 and Myrinet, CCJ over two implementations of RMI, one of which was made for that
                network. Here: two JVMs of one host, Tutti without RMI, and today's RMI of Java alone, over the loopback device.

                *Can be compared:* by how much a message of the library costs more or less than a remote call on the same machine, and how both grow
                with the length. *Cannot be compared:* microseconds of then and now, for processors and networks are others.\
                """,
                "ints",
                "microseconds",
                lengths(scope).stream().map(Object::toString).toList(),
                columns);
    }

    private static Column column(String title, String system, Answer answer) {
        return new Column(
                title, true, row -> answer.cell(Bench.of(system, PAIR, bytes(Integer.parseInt(row))), Bench::median));
    }
}
