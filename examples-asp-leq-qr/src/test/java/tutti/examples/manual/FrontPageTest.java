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
        | `allReduce` of 64 KiB of `double`, 4 members, one JVM | 10.4 | Open MPI in C, 4 processes: 65.0 |; | allreduce | 1 | 64 KiB |
        | a message of 1 MiB between two JVMs of a host, bound to processors near each other | 31.7 | Open MPI in C: 73.5 |; | shared memory, bound | 1 MiB |
        | an `int[128][128]` as an object between two JVMs | 21 | Java RMI: 85 |; | `int[128][128]` as an object, two JVMs |
        """)
    void shouldQuoteFiguresOfThePageOnPerformance(String row, String beginning) throws IOException {
        String measured = Files.readAllLines(Page.PROJECT.resolve("docs/performance.md")).stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
        String[] quoted = row.split(Pattern.quote("|"), -1);
        assertThat(measured).contains("| " + quoted[2].strip() + " (", " " + last(quoted[3]));
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
