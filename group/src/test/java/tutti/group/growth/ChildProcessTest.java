package tutti.group.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What children print is passed on by lines, and no line is kept whole that never ends. */
class ChildProcessTest {
    private static List<String> lines(String text) throws IOException {
        List<String> lines = new ArrayList<>();
        Reader reader = new StringReader(text);
        for (String line = ChildProcess.line(reader); line != null; line = ChildProcess.line(reader)) {
            lines.add(line);
        }
        return lines;
    }

    @Test
    void shouldReadLines() throws IOException {
        assertThat(lines("a\r\nb\n\nc")).containsExactly("a", "b", "", "c");
        assertThat(lines("")).isEmpty();
    }

    @Test
    void shouldCutWhatHasNoLines() throws IOException {
        assertThat(lines("a".repeat(250_000))).extracting(String::length).containsExactly(100_000, 100_000, 50_000);
    }
}
