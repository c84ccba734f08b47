package tutti.examples.pagerank;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tutti.examples.support.Checksum;

/**
 * What is printed of a network's values.
 *
 * @param network whose values are printed
 * @param name what a vertex is called for people
 */
record Ranking(Network network, IntFunction<String> name) {
    /** Prints the highest ranks or largest components; of equal ones the lower vertex comes first. */
    void print(PrintWriter out, boolean components, int top) {
        if (components) {
            printComponents(out, top);
        } else {
            printRanks(out, top);
        }
        long checksum = IntStream.range(0, network.size())
                .mapToLong(vertex -> Checksum.of(vertex, network.value(vertex)))
                .sum();
        out.printf("checksum: %016x%n", checksum);
    }

    private void printRanks(PrintWriter out, int top) {
        IntStream.range(0, network.size())
                .boxed()
                .sorted(Comparator.comparing(network::value, Comparator.reverseOrder()))
                .limit(top)
                .forEach(vertex ->
                        out.printf(Locale.ROOT, "%.10f  vertex %s%n", network.value(vertex), name.apply(vertex)));
    }

    private void printComponents(PrintWriter out, int top) {
        Map<Integer, Long> sizes = IntStream.range(0, network.size())
                .mapToObj(vertex -> (int) network.value(vertex))
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        out.printf("components: %d%n", sizes.size());
        sizes.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(top)
                .forEach(component -> out.printf(
                        "%d vertices, with vertex %s%n", component.getValue(), name.apply(component.getKey())));
    }
}
