package tutti.messaging;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Takes what a class logs, which is not printed until this is closed. */
public final class LoggedLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger; // strongly held: else the handler could go with it
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            Object[] parameters = line.getParameters();
            lines.add(parameters == null ? line.getMessage() : MessageFormat.format(line.getMessage(), parameters));
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // holds nothing
        }
    };

    private LoggedLines(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    /** Begins to take what a class logs. */
    public static LoggedLines of(Class<?> logging) {
        return new LoggedLines(logging);
    }

    /** Returns the lines so far, which grow. */
    public List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }
}
