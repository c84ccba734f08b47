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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each message that the page "Troubleshooting" quotes is one that the sources have. */
class TroubleshootingTest {
    private static final List<String> MODULES =
            List.of("serialization", "messaging", "collectives", "group", "launcher", "integrations/device-mpi");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("%[-0-9.]*[sdxf]|\\$\\w+");
    private static final List<String> OF_JAVA = List.of(
            "ClassCastException",
            "WrongThreadException",
            "UnsupportedClassVersionError",
            "Could not find or load main class",
            "NoClassDefFoundError: tutti/");
    private static final String GAP = "…";

    @TestFactory
    List<DynamicTest> shouldQuoteMessagesOfTheSources() throws IOException {
        List<String> messages = messages();
        return Page.read("troubleshooting.md").column("message").stream()
                .flatMap(cell -> Page.spans(cell).stream())
                .map(quoted -> DynamicTest.dynamicTest(
                        quoted, () -> assertThat(messages).as(quoted).anyMatch(message -> isPartOf(quoted, message))))
                .toList();
    }

    @Test
    void shouldNoticeWhatNoSourceSays() throws IOException {
        assertThat(messages()).noneMatch(message -> isPartOf("everything is lost", message));
    }

    /** Tells whether the pieces of what is quoted, of which … are left out, follow each other in a message. */
    private static boolean isPartOf(String quoted, String message) {
        int from = 0;
        for (String piece : quoted.split(GAP, -1)) {
            int found = message.indexOf(piece.strip(), from);
            if (found < 0) {
                return false;
            }
            from = found + piece.strip().length();
        }
        return true;
    }

    private static List<String> messages() throws IOException {
        List<String> messages = new ArrayList<>(OF_JAVA);
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Page.PROJECT.resolve(module).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    collect(Files.readString(file), messages);
                }
            }
        }
        collect(Files.readString(Page.PROJECT.resolve("tutti")), messages);
        return messages;
    }

    private static void collect(String source, List<String> messages) {
        Matcher literal = LITERAL.matcher(JOINED.matcher(source).replaceAll(""));
        while (literal.find()) {
            messages.add(PLACEHOLDER.matcher(literal.group(1)).replaceAll(GAP));
        }
    }
}
