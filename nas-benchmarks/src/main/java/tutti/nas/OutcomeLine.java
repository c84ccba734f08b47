package tutti.nas;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Optional;
import tutti.nas.kernel.Outcome;

/**
 * How a job tells the command what a repeat brought: a line on its standard output with a serialized outcome.
 *
 * <p>Other lines are for people.
 */
final class OutcomeLine {
    private static final String MARK = "tutti-nas ";

    /** As {@code tutti run} shows what process 0 of several prints. */
    private static final String PREFIX = "[0] ";

    private OutcomeLine() {}

    static String of(Outcome outcome) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(outcome);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MARK + Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Returns the line's outcome, or nothing if it is another line. */
    static Optional<Outcome> parse(String line) {
        String own = line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line;
        if (!own.startsWith(MARK)) {
            return Optional.empty();
        }
        byte[] bytes = Base64.getDecoder().decode(own.substring(MARK.length()));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return Optional.of((Outcome) in.readObject());
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("unreadable line of a job: " + line, e);
        }
    }
}
