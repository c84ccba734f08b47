package tutti.group;

import java.io.Serial;
import tutti.group.registry.RefusedException;
import tutti.serialization.TuttiException;

/**
 * A group could not be built, found or changed; {@link #reason()} tells the cases apart.
 *
 * <p>The group is as it was before the call.
 */
public class GroupException extends TuttiException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Reason reason;

    /** Why a call on a group was refused. */
    public enum Reason {
        /** No group has this name: no member was added to it yet, or it was deleted. */
        UNKNOWN_GROUP,
        /** No port was published under this name. */
        UNKNOWN_NAME,
        /** The name is in use already. */
        NAME_IN_USE,
        /** The group is active, and active groups are immutable; change a copy. */
        GROUP_ACTIVE,
        /** The member is in the group already. */
        ALREADY_MEMBER,
        /** The member is not in the group, or has left. */
        NOT_A_MEMBER,
        /** Another member was added with the same rank. */
        RANK_TAKEN,
        /** A member was added with a rank beyond the group's size, so that a smaller rank would belong to none. */
        RANK_GAP,
        /** More members were added than the group was to have. */
        TOO_MANY_MEMBERS,
        /**
         * Two groups could not be connected, because the leader of this one has failed to agree with the other's; or a
         * group could not grow, because a newcomer or a member could not join.
         */
        NOT_AGREED,
        /** The time was up before enough members had been added, or enough newcomers had come. */
        TIMED_OUT,
        /** This process has left the job. The loss of another is a {@link tutti.messaging.MemberFailedException}. */
        PROCESS_LOST
    }

    /** Makes an exception that names the group, both ends and the cure. */
    public GroupException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Translates a refusal of the registry, or of a shrink, for the thread that calls. */
    static GroupException of(RefusedException refused) {
        return new GroupException(Reason.valueOf(refused.why().name()), refused.text());
    }

    /** Returns which case this is. */
    public Reason reason() {
        return reason;
    }
}
