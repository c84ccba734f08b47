package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputPrefixerTest {
    private final List<String> heard = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "'a\n', '[3] a\n'",
        "'\n', '[3] \n'",
        "'a\n\nb\n', '[3] a\n[3] \n[3] b\n'",
        "'a', '[3] a\n'",
        "'a\nb', '[3] a\n[3] b\n'",
        "'a\r\nb', '[3] a\r\n[3] b\n'",
        "'\r10%\r20%\ndone', '[3] \r[3] 10%\r[3] 20%\n[3] done\n'",
        "'ä€𝄞\n', '[3] ä€𝄞\n'",
    })
    void shouldPrefixEachLineHoweverItArrives(String input, String output) {
        assertThat(prefixed(bytes(input), 1 << 16)).isEqualTo(output);
        assertThat(prefixed(bytes(input), 1)).isEqualTo(output);
        assertThat(prefixed(bytes(input), 2)).isEqualTo(output);
    }

    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536, 65_537, 10_000_000})
    void shouldKeepLongLinesWhole(int length) {
        String line = "x".repeat(length);
        assertThat(prefixed(bytes(line + "\nnext\n"), 1 << 16)).isEqualTo("[3] " + line + "\n[3] next\n");
        assertThat(heard.getLast()).isEqualTo("next");
    }

    @Test
    void shouldBreakLinesThatNeverEnd() {
        byte[] endless = new byte[OutputPrefixer.LONGEST_LINE_BYTES + 10];
        assertThat(prefixed(endless, 1 << 16).lines().map(String::length))
                .containsExactly(OutputPrefixer.LONGEST_LINE_BYTES, 4 + 4 + 10);
    }

    @Test
    void shouldLeaveOutWhatIsNotForPeople() {
        InputStream in = new ByteArrayInputStream(bytes("a\nsecret\nb\nsecret"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new OutputPrefixer(3, in, new PrintStream(out), line -> !line.equals("secret")).run();
        assertThat(out).hasToString("[3] a\n[3] b\n");
    }

    @Test
    void shouldTellTheListenerEachLine() {
        prefixed(bytes("first\r\nsecond"), 1);
        assertThat(heard).containsExactly("first", "second");
    }

    @Test
    void shouldShowALineBeforeTheNextArrives() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> seen = new ArrayList<>();
        InputStream in = new InputStream() {
            private final byte[] text = bytes("a\nb\n");
            private int position;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                seen.add(out.toString(StandardCharsets.UTF_8));
                int n = Math.min(2, text.length - position);
                System.arraycopy(text, position, target, offset, n);
                position += n;
                return n == 0 ? -1 : n;
            }
        };
        new OutputPrefixer(0, in, new PrintStream(out), line -> true).run();
        assertThat(seen).containsExactly("", "[0] a\n", "[0] a\n[0] b\n");
    }

    private String prefixed(byte[] input, int chunk) {
        InputStream in = new ByteArrayInputStream(input) {
            @Override
            public int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, chunk));
            }

            @Override
            public int read(byte[] target) throws IOException {
                return read(target, 0, target.length);
            }
        };
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new OutputPrefixer(3, in, new PrintStream(out), heard::add).run();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
