package tutti.examples.asp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;
import tutti.examples.support.Times;
import tutti.messaging.NightlySource;

/** The tutti command runs ASP on 1 to 8 members in 1, 2 and 4 JVMs: the checksum is always the same. */
class AspOverProcessesTest {
    private static final Pattern CHECKSUM = Pattern.compile("checksum: (\\w+)");
    private static final String OF_100_VERTICES = checksumInThisJvm();

    /** Members between run in AspTest, in this JVM. */
    @ParameterizedTest(name = "{0} members in {1} JVMs")
    @CsvSource("3, 2")
    @NightlySource({"1, 1", "7, 4"})
    void shouldGiveTheSameChecksum(int members, int jvms) throws IOException, InterruptedException {
        run(List.of("-n" + members, "--jvms=" + jvms), members, jvms);
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0} members in {1} JVMs")
    @CsvSource({"8, 1", "2, 2", "4, 2", "5, 2", "6, 2", "7, 2", "8, 2", "4, 4", "5, 4", "6, 4", "8, 4"})
    void shouldGiveTheSameChecksumOfAllSizes(int members, int jvms) throws IOException, InterruptedException {
        run(List.of("-n" + members, "--jvms=" + jvms), members, jvms);
    }

    @ParameterizedTest
    @ValueSource(ints = 2)
    @NightlySource("3")
    void shouldGiveTheSameChecksumWhenAllIsEncrypted(int jvms) throws IOException, InterruptedException {
        run(List.of("-n" + jvms, "--jvms=" + jvms, "--tls"), jvms, jvms, "--tutti-transport=grpc");
    }

    private static void run(List<String> options, int members, int jvms, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("--size=100"));
        all.addAll(List.of(arguments));
        String output = Programs.launch(options, Main.class.getName(), all.toArray(String[]::new));
        assertThat(output).contains("members: " + members + " in " + jvms + " process");
        Matcher checksum = CHECKSUM.matcher(output);
        assertThat(checksum.find()).as(output).isTrue();
        assertThat(checksum.group(1)).isEqualTo(OF_100_VERTICES);
    }

    /** Floyd's algorithm on the whole table, without members. */
    private static String checksumInThisJvm() {
        int[][] table = new RandomMatrix(100).table(0, 100);
        for (int k = 0; k < 100; k++) {
            for (int[] row : table) {
                Floyd.relax(row, k, table[k]);
            }
        }
        return "%016x".formatted(Summary.of(table, 0, 100, Times.of(0, 0)).checksum());
    }
}
