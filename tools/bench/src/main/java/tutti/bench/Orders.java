package tutti.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A job's end of its conversation with the command, held by rank 0 over standard input and output.
 *
 * <p>The job says {@value #READY} once. Then it reads blocks, one a line, and answers each with {@value #NANOS} and a
 * {@link Cost}. It ends when its standard input does. Each of its lines begins with {@value #MARK}: others are the
 * program's own.
 */
final class Orders {
    static final String MARK = "tutti-bench ";
    static final String READY = "ready";
    static final String NANOS = "nanos ";

    private final BufferedReader in;
    private final PrintStream out;

    Orders(InputStream in, PrintStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
        this.out = out;
    }

    void sayReady() {
        say(READY);
    }

    /** Waits for the next block and returns its line, or null when there is none. */
    @Nullable
    String next() {
        try {
            return in.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void answer(Cost cost) {
        say(NANOS + cost);
    }

    private void say(String text) {
        out.println(MARK + text);
        out.flush();
    }
}
