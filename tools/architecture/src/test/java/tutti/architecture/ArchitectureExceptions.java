package tutti.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What {@link ArchitectureTest} still allows: a list that may only get shorter.
 *
 * @param cycles modules whose packages may depend on one another
 * @param knots by package, how many classes may all depend on one another
 */
record ArchitectureExceptions(Set<String> cycles, Map<String, Integer> knots) {
    private static final Path FILE = Path.of("src/test/resources/tutti/architecture/architecture-exceptions.txt");

    /** Reads lines such as {@code cycle messaging} and {@code knot tutti.messaging 12}. */
    static ArchitectureExceptions read() {
        Set<String> cycles = new TreeSet<>();
        Map<String, Integer> knots = new TreeMap<>();
        for (String line : lines()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "cycle" -> cycles.add(words[1]);
                case "knot" -> knots.put(words[1], Integer.valueOf(words[2]));
                case "#" -> {}
                default -> throw new IllegalStateException("unknown exception: line=" + line + " file=" + FILE);
            }
        }
        return new ArchitectureExceptions(cycles, knots);
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
