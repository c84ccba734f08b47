package tutti.group.growth;

import tutti.serialization.TuttiException;

/** A group has not grown, or is not connected, at all its members; it works on. */
public final class GrowthException extends TuttiException {
    private static final long serialVersionUID = 1;

    private final Why why;

    /** Why not. */
    public enum Why {
        /** Not so many newcomers have come in time, or no other job. */
        TIMED_OUT,
        /** One of them, or a member, could not join; or the other job was not reached, or refuses. */
        NOT_AGREED,
        /** The processes of the group take none. */
        NOT_OPEN,
        /** Members want different things. */
        DIFFERENT_CALLS,
        /** The root has given no port, or the name of none. */
        NO_PORT,
        /** Another port was published under this name. */
        NAME_IN_USE,
        /** No port was published under this name. */
        UNKNOWN_NAME
    }

    GrowthException(Why why, String message) {
        super(message);
        this.why = why;
    }

    public Why why() {
        return why;
    }
}
