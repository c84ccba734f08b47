package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tutti.messaging.JvmCache;

/** The page of the shell shows what it prints. */
class ShellPageTest {
    private static final String PROMPT = "tutti> ";

    @Test
    void shouldPrintWhatThePageShows() throws Exception {
        List<String> shown = Page.read("shell.md").blocksUnder("# The shell").stream()
                .filter(block -> block.content().contains(PROMPT))
                .flatMap(block -> block.content().lines())
                .toList();
        String input = shown.stream()
                .filter(line -> line.startsWith(PROMPT))
                .map(line -> line.substring(PROMPT.length()) + "\n")
                .collect(Collectors.joining());

        assertThat(run(input).lines())
                .isNotEmpty()
                .containsExactlyElementsOf(
                        shown.stream().filter(line -> !line.startsWith(PROMPT)).toList());
    }

    private static String run(String input) throws IOException {
        List<String> command = new ArrayList<>(JvmCache.launcher());
        command.addAll(List.of("shell", "-n", "4"));
        Process shell = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream in = shell.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
