package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The legend of who sent to whom. */
class MatrixFigureTest {
    @ParameterizedTest
    @CsvSource({
        "1000000, 1000000, 977 KiB",
        "1000000, 1000100, 977 KiB",
        "1000000, 1040000, '977 KiB to 1,016 KiB'",
        "1024, 32768, 16.0 KiB to 32.0 KiB; 8.00 KiB to 16.0 KiB; 4.00 KiB to 8.00 KiB; 2.00 KiB to 4.00 KiB; 1.00 KiB"
                + " to 2.00 KiB"
    })
    void shouldHaveALineForEachShade(long least, long most, String lines) {
        Profile.Group group = new Profile.Group("test", 1, List.of());
        group.size = 2;
        send(group, 0, 1, least);
        send(group, 1, 0, most);

        List<String> shown = Pattern.compile(">([^<>]*B)</text>")
                .matcher(MatrixFigure.of(group))
                .results()
                .map((MatchResult line) -> line.group(1))
                .filter(text -> text.contains(" "))
                .toList();
        assertThat(String.join("; ", shown)).isEqualTo(lines);
    }

    private static void send(Profile.Group group, int from, int to, long bytes) {
        Profile.Traffic traffic = new Profile.Traffic();
        traffic.messages = 1;
        traffic.bytes = bytes;
        group.traffic.computeIfAbsent(from, rank -> new TreeMap<>()).put(to, traffic);
    }
}
