package tutti.group.member;

import java.util.stream.Stream;
import tutti.collectives.MismatchedCallException;
import tutti.group.launch.ShortTrace;
import tutti.messaging.MemberFailedException;

/**
 * Where members made calls that do not match: each fails by itself, and a caller gets the failure of one, which shows
 * the lines of the others.
 */
final class CallPlaces {
    private static final int MOST_SHOWN = 4;

    private CallPlaces() {}

    /** Suppresses the cause of a failure in that of the first, if both are of unlike calls made at different places. */
    static void show(MemberFailedException first, MemberFailedException other) {
        Throwable shown = first.getCause();
        Throwable next = other.getCause();
        if (shown instanceof MismatchedCallException
                && next instanceof MismatchedCallException
                && shown.getSuppressed().length < MOST_SHOWN
                && Stream.concat(Stream.of(shown), Stream.of(shown.getSuppressed()))
                        .noneMatch(each -> ShortTrace.placeOf(each).equals(ShortTrace.placeOf(next)))) {
            shown.addSuppressed(next);
        }
    }
}
