package tutti.messaging.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.RemoteCause;

/**
 * A failure as one process tells it to another: a text, and the stack traces of its causes.
 *
 * @param text for people
 * @param cause the exception there, if it is known
 */
public record ToldFailure(String text, @Nullable RemoteCause cause) {
    private static final String CAUSE = "\u001e";
    private static final String PART = "\u001f";
    private static final String FIELD = "\t";
    private static final int FIELDS = 4;
    private static final int MAX_CAUSES = 8;
    private static final int MAX_CHARS_OF_CAUSE = 1_000;
    private static final int MAX_CHARS_OF_TRACES = 16 * 1024;

    /** Returns what the other processes are sent. Never throws, although a cause may be of the program. */
    public static String encode(String text, @Nullable Throwable cause) {
        StringBuilder encoded = new StringBuilder(clean(ThrowableTexts.shortened(text)));
        int end = encoded.length() + MAX_CHARS_OF_TRACES;
        List<Throwable> causes = cause == null ? List.of() : ThrowableTexts.chain(cause);
        for (Throwable each : causes.subList(0, Math.min(causes.size(), MAX_CAUSES))) {
            encoded.append(CAUSE).append(clean(classOf(each))).append(PART).append(textOf(each));
            for (StackTraceElement frame : ThrowableTexts.trace(each)) {
                if (encoded.length() < end) {
                    encoded.append(PART).append(encode(frame));
                }
            }
        }
        return encoded.toString();
    }

    private static String classOf(Throwable failure) {
        return failure instanceof RemoteCause remote
                ? remote.className()
                : failure.getClass().getName();
    }

    private static String textOf(Throwable failure) {
        String text = failure instanceof RemoteCause remote
                ? String.valueOf(remote.getMessage())
                : ThrowableTexts.of(failure);
        return clean(ThrowableTexts.shortened(text, MAX_CHARS_OF_CAUSE));
    }

    private static String encode(StackTraceElement frame) {
        return Stream.of(frame.getClassName(), frame.getMethodName(), String.valueOf(frame.getFileName()))
                        .map(field -> clean(field).replace(FIELD, " "))
                        .collect(Collectors.joining(FIELD))
                + FIELD
                + frame.getLineNumber();
    }

    private static String clean(String text) {
        return text.replace(CAUSE, " ").replace(PART, " ");
    }

    /** Reads what another process has sent; what it could not have written becomes text. */
    public static ToldFailure decode(String encoded) {
        String[] all = encoded.split(CAUSE, -1);
        RemoteCause cause = null;
        for (int i = Math.min(all.length - 1, MAX_CAUSES); i > 0; i--) {
            String[] parts = all[i].split(PART, -1);
            List<StackTraceElement> trace = new ArrayList<>();
            for (int frame = 2; frame < parts.length; frame++) {
                trace.add(decodeFrame(parts[frame]));
            }
            cause = new RemoteCause(
                    parts[0], parts.length < 2 ? "" : parts[1], trace.toArray(StackTraceElement[]::new), cause);
        }
        return new ToldFailure(all[0], cause);
    }

    private static StackTraceElement decodeFrame(String encoded) {
        String[] fields = encoded.split(FIELD, -1);
        return fields.length == FIELDS && fields[3].matches("-?\\d{1,9}")
                ? new StackTraceElement(
                        fields[0], fields[1], "null".equals(fields[2]) ? null : fields[2], Integer.parseInt(fields[3]))
                : new StackTraceElement(encoded, "", null, -1);
    }
}
