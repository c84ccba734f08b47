package tutti.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All versions of the papers' programs give the same result in several JVMs, and over all of them. */
@Timeout(60)
class VersionsOverProcessesTest {
    private static final Pattern CHECKSUM = Pattern.compile("checksum: (\\w+)");
    private static final Map<String, String> CHECKSUMS = new HashMap<>();

    @ParameterizedTest(name = "{0}: {1} members in {2} JVMs")
    @CsvSource({"leq, 3, 2", "leq, 7, 4", "qr, 4, 2", "qr, 5, 4", "asp, 4, 2", "matrix, 3, 2"})
    void shouldGiveTheSameResult(String program, int members, int jvms) throws Exception {
        List<String> options = program.equals("matrix")
                ? List.of("--size=20", "--repetitions=1")
                : List.of("--size=40", "--compare", "--verify");

        String output = run(program, members, jvms, options);

        assertThat(output).contains("members: %d in %d processes".formatted(members, jvms));
        if (!program.equals("matrix")) {
            assertThat(output).contains("Java RMI by Tutti, objects: ").contains("verified: ");
            Matcher checksum = CHECKSUM.matcher(output);
            assertThat(checksum.find()).as(output).isTrue();
            assertThat(CHECKSUMS.computeIfAbsent(program, any -> checksum.group(1)))
                    .isEqualTo(checksum.group(1));
        }
    }

    private static String run(String program, int members, int jvms, List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "tutti.launcher.TuttiCommand",
                "run",
                "-J-XX:TieredStopAtLevel=1",
                "--class-path=" + System.getProperty("java.class.path"),
                "-n" + members,
                "--jvms=" + jvms,
                program));
        command.addAll(options);
        Process tutti = new ProcessBuilder(command).redirectErrorStream(true).start();
        tutti.getOutputStream().close();
        String output = new String(tutti.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tutti.waitFor(10, TimeUnit.SECONDS)).as(output).isTrue();
        assertThat(tutti.exitValue()).as(output).isZero();
        return output;
    }
}
