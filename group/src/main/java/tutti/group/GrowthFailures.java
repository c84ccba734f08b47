package tutti.group;

import tutti.group.growth.GrowthException;

/** Says to callers why a group has not grown, or is not connected. */
final class GrowthFailures {
    private GrowthFailures() {}

    static RuntimeException translated(GrowthException failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure.why()) {
            case TIMED_OUT -> new GroupException(GroupException.Reason.TIMED_OUT, message);
            case NOT_AGREED -> new GroupException(GroupException.Reason.NOT_AGREED, message);
            case NAME_IN_USE -> new GroupException(GroupException.Reason.NAME_IN_USE, message);
            case UNKNOWN_NAME -> new GroupException(GroupException.Reason.UNKNOWN_NAME, message);
            case NOT_OPEN -> new IllegalStateException(message);
            case DIFFERENT_CALLS, NO_PORT -> new IllegalArgumentException(message);
        };
    }
}
