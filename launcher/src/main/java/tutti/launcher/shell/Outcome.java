package tutti.launcher.shell;

import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;

/**
 * What came of a line at one member.
 *
 * @param value as text; empty if the line failed
 * @param failure what the line threw there, as text, or null
 * @param isOfAnother whether the line failed since it failed at another member
 */
record Outcome(String value, @Nullable String failure, boolean isOfAnother) {
    static Outcome of(String value) {
        return new Outcome(value, null, false);
    }

    static Outcome failed(Throwable failure) {
        return new Outcome("", text(failure), failure instanceof MemberFailedException);
    }

    static Outcome failed(String failure) {
        return new Outcome("", failure, false);
    }

    boolean hasFailed() {
        return failure != null;
    }

    private static String text(Throwable failure) {
        if (failure instanceof DeadlineExceededException late) {
            return "DeadlineExceededException: nothing came from ranks " + late.silentRanks();
        }
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return failure.getClass().getSimpleName() + ": " + message;
    }
}
