package tutti.report;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tutti.report.Comparison.Measurement;
import tutti.report.Comparison.Query;

/** The table of the paper that tries Java's message passing on a real program of data analytics. */
final class Analytics {
    private static final int PLACES = 300;
    private static final int BYTES = 8192;

    private Analytics() {}

    static Exhibit annealing() {
        return new Comparison(
                "annealing",
                "Deterministic annealing, by threads and processes",
                """
                The paper (*Evaluation of Java message passing in high performance data analytics*, 2014): clusters of Xeons and Opterons; a pattern TxPxN
                is T threads in each of P processes on each of N nodes. The paper draws times and speed-ups of DAVS, which finds clusters of 241,605 and of 16,747
                points, and prints one number: over Open MPI's Java bindings that takes nearly half of the time of C# over MPI.NET. It has not measured threads.
                Here: patterns on one node, T members in each of P JVMs; seconds of `annealing` (5 clusters) and `scaling` (a map of two
                dimensions) with %d places, times `--scale`, run once; microseconds of an allreduce of 1024 doubles, an operation that the paper times, too.

                *Can be compared:* whether threads or processes are faster, for the same number of members, which the paper leaves open. *Cannot be
                compared:* times and speed-ups: what is computed is not the same, and nodes are missing.\
                """.formatted(PLACES),
                "TxPxN",
                "",
                Analytics::patterns,
                List.of(),
                scope -> List.of(
                        new Measurement("annealing: seconds", pattern -> program(scope, "annealing", pattern)),
                        new Measurement("scaling: seconds", pattern -> program(scope, "scaling", pattern)),
                        new Measurement("allreduce: microseconds", pattern -> allReduce(scope, pattern))));
    }

    private static List<String> patterns(Scope scope) {
        return scope.speedUpMembers().stream()
                .flatMap(members -> IntStream.rangeClosed(1, members)
                        .filter(processes -> members % processes == 0)
                        .mapToObj(processes -> "%dx%dx1".formatted(members / processes, processes)))
                .toList();
    }

    private static List<Integer> numbers(String pattern) {
        return Stream.of(pattern.split("x", -1)).map(Integer::valueOf).toList();
    }

    private static Query program(Scope scope, String program, String pattern) {
        int threads = numbers(pattern).getFirst();
        int processes = numbers(pattern).get(1);
        String places = Integer.toString(Math.max(10, scope.scaled(PLACES)));
        return new Query(
                scope.runIn(processes, threads * processes, program, "--places", places, "--json"),
                answer -> answer.cell(
                        any -> true, run -> Cell.once(run.get("seconds").getAsDouble())));
    }

    private static Query allReduce(Scope scope, String pattern) {
        int processes = numbers(pattern).get(1);
        int members = numbers(pattern).getFirst() * processes;
        return new Query(
                scope.bench(
                        "allreduce",
                        "array",
                        scope.transports().getFirst(),
                        processes,
                        List.of(members),
                        List.of(BYTES)),
                answer -> answer.cell(Bench.of("tutti", members, BYTES), Bench::median));
    }
}
