package tutti.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.NightlySource;

/** All versions of the papers' programs give the same result in several JVMs, and over all of them. */
class VersionsOverProcessesTest {
    private static final Pattern CHECKSUM = Pattern.compile("checksum: (\\w+)");
    private static final Map<String, String> CHECKSUMS = new HashMap<>();

    @ParameterizedTest(name = "{0}: {1} members in {2} JVMs")
    @CsvSource("leq, 3, 2")
    @NightlySource({"matrix, 3, 2", "leq, 4, 2", "leq, 7, 4", "qr, 3, 2", "qr, 4, 2", "qr, 5, 4", "asp, 4, 2"})
    void shouldGiveTheSameResult(String program, int members, int jvms) throws Exception {
        String[] arguments = program.equals("matrix")
                ? new String[] {"--size=20", "--repetitions=1"}
                : new String[] {"--size=40", "--compare", "--verify"};

        String output = Programs.launch(List.of("-n" + members, "--jvms=" + jvms), program, arguments);

        assertThat(output).contains("members: %d in %d processes".formatted(members, jvms));
        if (!program.equals("matrix")) {
            assertThat(output).contains("Java RMI by Tutti, objects: ").contains("verified: ");
            Matcher checksum = CHECKSUM.matcher(output);
            assertThat(checksum.find()).as(output).isTrue();
            assertThat(CHECKSUMS.computeIfAbsent(program, any -> checksum.group(1)))
                    .isEqualTo(checksum.group(1));
        }
    }
}
