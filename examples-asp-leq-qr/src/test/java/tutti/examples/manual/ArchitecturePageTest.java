package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each class and package that the page "Architecture" names is in the sources, also in its pictures. */
class ArchitecturePageTest {
    private static final List<String> MODULES =
            List.of("serialization", "messaging", "collectives", "group", "integrations/device-mpi");
    private static final Pattern CLASS_NAME = Pattern.compile("\\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\\b");
    private static final Pattern SPAN = Pattern.compile("`([A-Z][A-Za-z]+)(?:\\.([a-z]\\w*))?`");
    private static final Pattern PACKAGE = Pattern.compile("`((?:tutti|messaging|collectives)\\.[a-z.]+)`");

    @TestFactory
    List<DynamicTest> shouldNameClassesOfTheSources() throws IOException {
        Set<String> classes = sources().stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        Stream<String> inPictures = CLASS_NAME
                .matcher(page())
                .results()
                .map(MatchResult::group)
                .filter(name -> !name.equals("DirectBuffer"));
        Stream<String> inText = SPAN.matcher(page()).results().map(match -> match.group(1));
        return Stream.concat(inPictures, inText)
                .distinct()
                .map(name -> DynamicTest.dynamicTest(
                        name,
                        () -> assertThat(name.equals("DirectBuffer") || classes.contains(name))
                                .as("class " + name)
                                .isTrue()))
                .toList();
    }

    @TestFactory
    List<DynamicTest> shouldNameMethodsOfTheSources() throws IOException {
        List<Path> sources = sources();
        return SPAN.matcher(page())
                .results()
                .filter(match -> match.group(2) != null)
                .map(match -> DynamicTest.dynamicTest(match.group(), () -> {
                    Path file = sources.stream()
                            .filter(each -> each.endsWith(match.group(1) + ".java"))
                            .findFirst()
                            .orElseThrow();
                    assertThat(Files.readString(file)).containsPattern("\\b" + match.group(2) + "\\(");
                }))
                .toList();
    }

    @Test
    void shouldNamePackagesOfTheSources() throws IOException {
        Set<String> packages = sources().stream()
                .map(file -> file.getParent()
                        .toString()
                        .replaceAll(".*/src/main/java/", "")
                        .replace('/', '.'))
                .collect(Collectors.toSet());
        assertThat(PACKAGE.matcher(page())
                        .results()
                        .map(match -> match.group(1))
                        .map(name -> name.startsWith("tutti.") ? name : "tutti." + name))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(packages).contains(name));
    }

    private static String page() throws IOException {
        return Files.readString(Page.PROJECT.resolve("docs/architecture.md"));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules =
                MODULES.stream().map(module -> Page.PROJECT.resolve(module).resolve("src/main/java"))) {
            return modules.flatMap(ArchitecturePageTest::javaFiles).toList();
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
