package tutti.architecture;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the formatter does not see to. */
class SourceStyleTest {
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final int MOST_COLUMNS = 120;
    private static final int MOST_LINES = 350;
    private static final Pattern COMMENT = Pattern.compile("\\s*(\\*|/\\*|//).*");
    private static final List<String> CORE = List.of("serialization", "messaging", "collectives", "group");

    /** A list of overloads, for each element type. */
    private static final Set<String> MAY_BE_LONGER = Set.of("DirectBuffer.java");

    static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(not(file -> ROOT.relativize(file).toString().contains("target")))
                    .toList();
        }
    }

    @Test
    void shouldHaveNoCommentWiderThanAScreen() throws IOException {
        List<String> wide = new ArrayList<>();
        List<Path> sources = sources(ROOT);
        for (Path source : sources) {
            List<String> lines = Files.readAllLines(source);
            boolean isText = false; // of a text block, which may have lists
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (!isText
                        && line.length() > MOST_COLUMNS
                        && COMMENT.matcher(line).matches()) {
                    wide.add(ROOT.relativize(source) + ":" + (i + 1));
                }
                isText ^= line.split("\"\"\"", -1).length % 2 == 0;
            }
        }
        assertThat(sources).hasSizeGreaterThan(300);
        assertThat(wide).as("comments of more than %d columns", MOST_COLUMNS).isEmpty();
    }

    @Test
    void shouldHaveNoLongFileInTheCore() throws IOException {
        List<String> longer = new ArrayList<>();
        for (String module : CORE) {
            for (Path source : sources(ROOT.resolve(module).resolve("src/main"))) {
                int lines = Files.readAllLines(source).size();
                if (lines > MOST_LINES
                        && !MAY_BE_LONGER.contains(source.getFileName().toString())) {
                    longer.add("%s: %d lines".formatted(ROOT.relativize(source), lines));
                }
            }
        }
        assertThat(longer).as("files of more than %d lines", MOST_LINES).isEmpty();
    }
}
