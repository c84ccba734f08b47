package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.messaging.JvmCache;

/**
 * The page of patterns has the source of each, and what it prints on four members.
 *
 * <p>With {@code -Dpatterns=write} the page is written instead.
 */
class PatternsPageTest {
    private static final Path FOLDER =
            Page.PROJECT.resolve("examples-asp-leq-qr/src/main/java/tutti/examples/patterns");
    private static final Path PAGE = Page.PROJECT.resolve("docs/patterns.md");
    private static final String DECLARATION = "public final class ";
    private static final int MOST_LINES = 40;

    /** What belongs together on the page. */
    private record Part(String title, List<String> patterns) {}

    private static final List<Part> PARTS = List.of(
            new Part("Members and messages", List.of("Spmd", "ForkJoin", "MasterWorker", "Ring", "Shift", "AnySource")),
            new Part(
                    "Collective operations",
                    List.of("Barrier", "Broadcast", "Reduce", "AllReduce", "Scatter", "Gather", "AllToAll", "Scan")),
            new Part("What a reduction can be", List.of("OwnReducer", "ExactSums")),
            new Part("Work and data", List.of("TaskFarm", "Pipeline", "Halo", "Overlap", "SampleSort")),
            new Part("Groups and layouts", List.of("Split", "Grid", "SubArray")),
            new Part("Memory of others", List.of("PutGet", "Race", "WorkQueue")),
            new Part("Files", List.of("FilePerMember", "OneFile")),
            new Part("When something is wrong", List.of("Deadlock", "Failure", "Shrink")));

    private static final String HEAD = """
        # Patterns

        Each section is one idea and one short program that runs as it stands. Take one into a lesson, or begin your own program with it.
        `./tutti run -n 4 ring` runs the ring on four members; the sections show what each program prints then. Try other numbers, and
        `--jvms 2` for two JVMs. Larger programs are among [the examples](../examples-asp-leq-qr/README.md); [Every operation](operations.md) has
        the rules.

        The programs leave out the imports here; the link above each leads to the whole file. `master.run` starts the members and returns what
        each has returned, in rank order.
        """;

    @Test
    void shouldShowEachPatternAndWhatItPrints() throws IOException {
        Map<String, String> outputs = outputs();
        StringBuilder page = new StringBuilder(HEAD);
        for (Part part : PARTS) {
            page.append("\n## ").append(part.title).append('\n');
            for (String pattern : part.patterns) {
                page.append(section(pattern, outputs.get(pattern)));
            }
        }
        if ("write".equals(System.getProperty("patterns"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("written by this test with -Dpatterns=write")
                .content()
                .isEqualTo(page.toString());
    }

    @Test
    void shouldHaveEachPatternOnceAndAsAProgram() throws IOException {
        List<String> shown =
                PARTS.stream().flatMap(part -> part.patterns.stream()).toList();
        Properties programs = new Properties();
        try (var names = Files.newBufferedReader(
                Page.PROJECT.resolve("examples-asp-leq-qr/src/main/resources/META-INF/tutti/programs"))) {
            programs.load(names);
        }
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".java", "")))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(shown.stream(), Stream.of("package-info"))
                            .toList());
        }
        for (String pattern : shown) {
            assertThat(programs.getProperty(programName(pattern))).isEqualTo("tutti.examples.patterns." + pattern);
        }
    }

    private static String section(String pattern, String output) throws IOException {
        Path file = FOLDER.resolve(pattern + ".java");
        String source = Files.readString(file);
        int begin = source.indexOf(DECLARATION);
        String code = source.substring(begin);
        assertThat(code.lines().count()).as("lines of %s", pattern).isLessThanOrEqualTo(MOST_LINES);
        return """

            ### %s

            %s [%s.java](../%s), `./tutti run -n 4 %s`:

            ```java
            %s```

            ```text
            %s```
            """.formatted(
                        title(pattern),
                        comment(source.substring(0, begin)),
                        pattern,
                        Page.PROJECT.relativize(file),
                        programName(pattern),
                        code,
                        output);
    }

    private static String comment(String beforeClass) {
        List<String> lines = new ArrayList<>();
        beforeClass
                .substring(beforeClass.indexOf("/**") + 3, beforeClass.indexOf("*/"))
                .lines()
                .map(line -> line.replaceFirst("^ \\*", "").strip())
                .forEach(lines::add);
        return String.join(" ", lines).strip();
    }

    private static String title(String pattern) {
        String words = pattern.replaceAll("(?<=.)([A-Z])", " $1").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static String programName(String pattern) {
        return pattern.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Runs all patterns, one after the other, in a JVM that does nothing else; returns what each has printed. */
    private static Map<String, String> outputs() throws IOException {
        List<String> command = new ArrayList<>(JvmCache.program(PatternRuns.class.getName(), "-Duser.language=en"));
        PARTS.forEach(part -> command.addAll(part.patterns));
        Process jvm = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Map<String, String> outputs = new HashMap<>();
        for (String run :
                new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split(PatternRuns.NEXT, -1)) {
            int end = run.indexOf('\n');
            outputs.put(run.substring(0, Math.max(0, end)), run.substring(end + 1));
        }
        return outputs;
    }
}
