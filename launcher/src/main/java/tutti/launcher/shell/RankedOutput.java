package tutti.launcher.shell;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What members print, by whole lines with the rank of the member before each. Thread-safe. */
final class RankedOutput extends OutputStream {
    private final Consumer<String> lines;
    private final Map<Integer, ByteArrayOutputStream> begun = new HashMap<>(); // guarded by this

    private RankedOutput(Consumer<String> lines) {
        this.lines = lines;
    }

    /**
     * Returns a stream for {@link System#setOut}.
     *
     * @param lines takes each line, without its end
     */
    static PrintStream stream(Consumer<String> lines) {
        return new PrintStream(new RankedOutput(lines), true, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int next) {
        int rank = ShellMember.rank();
        ByteArrayOutputStream line = begun.computeIfAbsent(rank, _ -> new ByteArrayOutputStream());
        if (next != '\n') {
            line.write(next);
            return;
        }
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        lines.accept(rank < 0 ? text : "[" + rank + "] " + text);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }
}
