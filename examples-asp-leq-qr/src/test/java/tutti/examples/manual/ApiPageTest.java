package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of public types has each type of the packages that modules export to all, and no other. */
class ApiPageTest {
    private static final List<String> MODULES = List.of("serialization", "messaging", "collectives", "group");
    private static final List<String> WITHOUT_DESCRIPTOR = List.of("integrations/junit", "integrations/metrics");
    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern LINK = Pattern.compile("\\]\\(\\.\\./([^)]+\\.java)\\)");

    private static final Pattern PUBLIC = Pattern.compile(
            "(?m)^public (?:(?:final|abstract|sealed|non-sealed) )*(?:class|interface|record|enum|@interface) (\\w+)");

    @Test
    void shouldListEachPublicType() throws IOException {
        List<String> linked = LINK.matcher(Files.readString(Page.PROJECT.resolve("docs/api.md")))
                .results()
                .map(link -> link.group(1))
                .toList();

        assertThat(linked).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(linked)).isEqualTo(new TreeSet<>(publicTypes()));
    }

    private static List<String> publicTypes() throws IOException {
        List<String> types = new ArrayList<>();
        for (String module : MODULES) {
            Path sources = Path.of(module, "src/main/java");
            String descriptor = Files.readString(Page.PROJECT.resolve(sources).resolve("module-info.java"));
            Matcher exported = EXPORTED.matcher(descriptor);
            while (exported.find()) {
                addTypes(sources.resolve(exported.group(1).replace('.', '/')), types);
            }
        }
        for (String module : WITHOUT_DESCRIPTOR) {
            addTypes(
                    Path.of(
                            module,
                            "src/main/java/tutti",
                            Path.of(module).getFileName().toString()),
                    types);
        }
        return types;
    }

    private static void addTypes(Path folder, List<String> types) throws IOException {
        try (Stream<Path> files = Files.list(Page.PROJECT.resolve(folder))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString();
                String type = name.substring(0, name.length() - ".java".length());
                if (PUBLIC.matcher(Files.readString(file))
                        .results()
                        .anyMatch(found -> found.group(1).equals(type))) {
                    types.add(folder.resolve(name).toString());
                }
            }
        }
    }
}
