package tutti.launcher;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;

/**
 * The line by which a JVM says that it ended because another one failed, which shows its own trace. The launcher shows
 * such lines last, and those of all JVMs that say the same as one.
 */
final class AlsoEnded {
    /** System property of the JVMs whose launcher reads these lines. */
    static final String PROPERTY = "tutti.also-ended";

    private static final String BEGINNING = "tutti: also ended: ";
    private static final String DEADLOCK = "deadlock: ";
    private static final Pattern PROCESS = Pattern.compile(" process=(\\d+) ");

    private AlsoEnded() {}

    /** Tells whether the launcher reads these lines. */
    static boolean isWanted() {
        return Boolean.getBoolean(PROPERTY);
    }

    /** Returns the line for a thread that ends, or null if its trace must be shown. */
    static @Nullable String line(Throwable failure) {
        Throwable root = failure;
        StackTraceElement place = null;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            root = each;
            place = firstOfProgram(each, place);
        }
        return isWanted()
                        && root instanceof MemberFailedException lost
                        && isShownBy(lost, Integer.parseInt(System.getenv().getOrDefault(JobPlan.RANK, "0")))
                ? BEGINNING + textOf(lost) + (place == null ? "" : ", called at " + place)
                : null;
    }

    private static @Nullable StackTraceElement firstOfProgram(
            Throwable failure, @Nullable StackTraceElement otherwise) {
        return Arrays.stream(failure.getStackTrace())
                .filter(frame -> !ShortTrace.isOfOthers("at " + frame))
                .findFirst()
                .orElse(otherwise);
    }

    /** All processes have the same text of a deadlock: the first that it names shows it. */
    private static boolean isShownBy(MemberFailedException lost, int process) {
        String text = String.valueOf(lost.getMessage());
        Matcher first = PROCESS.matcher(text);
        return text.startsWith(DEADLOCK)
                ? first.find() && Integer.parseInt(first.group(1)) != process
                : lost.process() >= 0 && lost.process() != process;
    }

    private static String textOf(MemberFailedException lost) {
        String text = ShortTrace.headOf(lost);
        String first = text.lines().findFirst().orElse("").replaceFirst(":$", "");
        return first.substring(first.indexOf(MemberFailedException.class.getSimpleName()))
                + (lost.operation().isEmpty() || first.endsWith(lost.operation())
                        ? ""
                        : "; here in " + lost.operation());
    }

    /** Returns what such a line says, or null if it is another line. */
    static @Nullable String said(String line) {
        return line.startsWith(BEGINNING) ? line.substring(BEGINNING.length()) : null;
    }

    /** Returns the line for all processes that say the same, with the ranks that the job gave to them. */
    static String together(String ranks, String said) {
        return BEGINNING + "ranks=" + ranks + ": " + said;
    }
}
