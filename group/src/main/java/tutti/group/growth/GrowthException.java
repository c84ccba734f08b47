package tutti.group.growth;

import tutti.serialization.TuttiException;

/** A group has not grown, at all its members; it works on. */
public final class GrowthException extends TuttiException {
    private static final long serialVersionUID = 1;

    private final Why why;

    /** Why not. */
    public enum Why {
        /** Not so many newcomers have come in time. */
        TIMED_OUT,
        /** One of them, or a member, could not join. */
        NOT_AGREED,
        /** The processes of the group take none. */
        NOT_OPEN,
        /** Members want different things. */
        DIFFERENT_CALLS
    }

    GrowthException(Why why, String message) {
        super(message);
        this.why = why;
    }

    public Why why() {
        return why;
    }
}
