package tutti.group.member;

import java.util.stream.Stream;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.group.launch.ShortTrace;
import tutti.messaging.MemberFailedException;

/**
 * What failed in a process after its first failure. A caller gets the first one, in which those are suppressed that are
 * more than its consequences: other calls that do not match, and what members that have continued failed with.
 */
final class FurtherFailures {
    private static final int MOST_SHOWN = 4;

    private FurtherFailures() {}

    /** Suppresses the cause of a failure in that of the first. */
    static void show(MemberFailedException first, MemberFailedException other) {
        Throwable shown = first.getCause();
        Throwable next = other.getCause();
        if (shown != null
                && next != null
                && !isConsequence(shown, next)
                && shown.getSuppressed().length < MOST_SHOWN
                && Stream.concat(Stream.of(shown), Stream.of(shown.getSuppressed()))
                        .noneMatch(each -> isSame(each, next))) {
            shown.addSuppressed(next);
        }
    }

    private static boolean isConsequence(Throwable shown, Throwable next) {
        return next instanceof MemberFailedException
                || next instanceof CallFailedException
                || (next instanceof MismatchedCallException && !(shown instanceof MismatchedCallException));
    }

    /** Returns whether two failures tell a user the same; the text of each may name the member. */
    private static boolean isSame(Throwable one, Throwable other) {
        return one.getClass() == other.getClass() && ShortTrace.placeOf(one).equals(ShortTrace.placeOf(other));
    }
}
