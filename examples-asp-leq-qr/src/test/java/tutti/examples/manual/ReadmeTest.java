package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The Java code on the project's pages is taken from sources that compile. */
class ReadmeTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TestFactory
    List<DynamicTest> shouldQuoteCompiledCode() throws IOException {
        String sources = sources();
        List<Path> pages = new ArrayList<>(find(PROJECT.resolve("docs"), ".md"));
        pages.add(PROJECT.resolve("README.md"));
        pages.addAll(find(PROJECT.resolve("examples-asp-leq-qr"), ".md"));
        return pages.stream()
                .map(page ->
                        DynamicTest.dynamicTest(PROJECT.relativize(page).toString(), () -> checkPage(page, sources)))
                .toList();
    }

    private static void checkPage(Path page, String sources) throws IOException {
        Matcher code = CODE.matcher(Files.readString(page));
        while (code.find()) {
            assertThat(sources).as("code on %s", page).contains(withoutIndent(code.group(1)));
        }
    }

    private static String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String module :
                List.of("examples-asp-leq-qr", "integrations/metrics", "compat/openmpi-java", "compat/mpijava")) {
            for (Path file : find(PROJECT.resolve(module).resolve("src"), ".java")) {
                all.append(withoutIndent(Files.readString(file)));
            }
        }
        return all.toString();
    }

    private static List<Path> find(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static String withoutIndent(String code) {
        return code.replaceAll("(?m)^ +", "");
    }
}
