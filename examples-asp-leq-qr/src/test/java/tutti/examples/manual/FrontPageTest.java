package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the front page and the README promise is in the manual, and both say the same. */
class FrontPageTest {
    private static final List<Path> PAGES = List.of(Path.of("docs/index.md"), Path.of("README.md"));

    /** Each figure is in a row of the page on performance. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        | `allReduce` of 64 KiB of `double`, 4 members, one JVM | 10.8 | Open MPI in C, 4 processes: 52 |; allReduce of `double`, buffers, 4 members, one JVM, 8 B; 1
        | a message of 1 MiB between two JVMs of a host | 29 | Open MPI in C: 80 |; ping-pong, two JVMs, shared memory, `DirectBuffer`, 8 B; 2
        | an `int[128][128]` as an object between two JVMs | 21 | Java RMI: 85 |; `int[128][128]` as an object, two JVMs; 0
        """)
    void shouldQuoteFiguresOfThePageOnPerformance(String row, String name, int below) throws IOException {
        List<String> performance = Files.readAllLines(Page.PROJECT.resolve("docs/performance.md"));
        int first = performance.indexOf(performance.stream()
                .filter(line -> line.startsWith("| " + name))
                .findFirst()
                .orElseThrow());
        String[] cells = performance.get(first + below).split(Pattern.quote("|"), -1);
        String[] quoted = row.split(Pattern.quote("|"), -1);
        assertThat(cells[2].strip()).startsWith(quoted[2].strip() + " ");
        assertThat(last(cells[3])).isEqualTo(last(quoted[3]));
        for (Path page : PAGES) {
            assertThat(Files.readAllLines(Page.PROJECT.resolve(page))).contains(row);
        }
    }

    private static String last(String cell) {
        return Stream.of(cell.strip().split(" ", -1))
                .reduce((before, after) -> after)
                .orElseThrow();
    }
}
