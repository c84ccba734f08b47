package tutti.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.examples.support.CommunicationLines.Count;

class CommunicationLinesTest {
    private static final Path SOURCES = Path.of("src/main/java/tutti/examples");

    @Test
    void shouldCountMarkedLines() {
        List<String> lines = """
            int a; // communication (rmi) (objects)
            int b;
                // communication (rmi) {
                /** Text. */

                // text
                int c;
                int d; // why
                // communication }
            int e;
            """.lines().toList();

        assertThat(CommunicationLines.count(lines, "rmi")).isEqualTo(3);
        assertThat(CommunicationLines.count(lines, "objects")).isEqualTo(1);
        assertThat(CommunicationLines.count(lines, "buffers")).isZero();
    }

    @Test
    void shouldFindFewerLinesWithTutti() throws IOException {
        List<Count> counts = CommunicationLines.count(SOURCES);

        assertThat(counts).hasSize(9);
        for (String program : List.of("asp", "leq", "qr")) {
            int objects = lines(counts, program, Version.OBJECTS);
            int rmi = lines(counts, program, Version.RMI);
            assertThat(objects).isPositive();
            assertThat(lines(counts, program, Version.BUFFERS)).isPositive();
            assertThat(2 * objects).as(program).isLessThan(rmi);
        }
    }

    @Test
    void shouldBeWhatThePageSays() throws IOException {
        String page = Files.readString(Path.of("README.md"));

        for (Count count : CommunicationLines.count(SOURCES)) {
            assertThat(page)
                    .contains("| %s | %s | %d | %d |"
                            .formatted(count.program(), count.version(), count.communication(), count.setUp()));
        }
    }

    private static int lines(List<Count> counts, String program, Version version) {
        return counts.stream()
                .filter(count -> count.program().equals(program) && count.version() == version)
                .findFirst()
                .orElseThrow()
                .communication();
    }
}
