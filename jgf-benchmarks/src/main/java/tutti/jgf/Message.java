package tutti.jgf;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Optional;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.SuiteListener;

/**
 * What a job tells the command on its standard output: lines that begin with {@value #MARK}, and then hold a serialized
 * message.
 *
 * <p>Other lines are for people.
 */
sealed interface Message extends Serializable {
    String MARK = "tutti-jgf ";

    /** Hands this to the listener. */
    void passTo(SuiteListener listener);

    /** How far a repeat is. */
    record Progress(long done, long whole) implements Message {
        @Override
        public void passTo(SuiteListener listener) {
            listener.progress(done, whole);
        }
    }

    /** What a repeat has brought. */
    record Result(Outcome outcome) implements Message {
        @Override
        public void passTo(SuiteListener listener) {
            listener.outcome(outcome);
        }
    }

    /** Returns the line's message, or nothing if it is another line. */
    static Optional<Message> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        byte[] bytes = Base64.getDecoder().decode(line.substring(MARK.length()));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return Optional.of((Message) in.readObject());
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("unreadable line of a job: " + line, e);
        }
    }

    /** Returns the line of this message. */
    default String line() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MARK + Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Prints what it hears; progress not more often than people can read it. */
    final class Printer implements SuiteListener {
        private static final long PERIOD_NANOS = 200_000_000;

        private final PrintStream out;
        private long lastNanos = System.nanoTime() - PERIOD_NANOS;

        Printer(PrintStream out) {
            this.out = out;
        }

        @Override
        public void progress(long done, long whole) {
            long now = System.nanoTime();
            if (now - lastNanos >= PERIOD_NANOS) {
                lastNanos = now;
                print(new Progress(done, whole));
            }
        }

        @Override
        public void outcome(Outcome outcome) {
            print(new Result(outcome));
        }

        private void print(Message message) {
            out.println(message.line());
            out.flush();
        }
    }
}
