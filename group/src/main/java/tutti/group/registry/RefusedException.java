package tutti.group.registry;

import java.io.Serial;
import tutti.group.proto.Refusal;
import tutti.serialization.TuttiException;

/** A request about a group was refused; the group is as it was before. Travels as a {@link Refusal}. */
public final class RefusedException extends TuttiException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Why why;
    private final transient int lostProcess;
    private final transient int lostRank;

    /** Why a request was refused; users get the constant of the same name of their own exception, which says more. */
    public enum Why {
        UNKNOWN_GROUP,
        NAME_IN_USE,
        GROUP_ACTIVE,
        ALREADY_MEMBER,
        NOT_A_MEMBER,
        RANK_TAKEN,
        RANK_GAP,
        TOO_MANY_MEMBERS,
        TIMED_OUT,
        PROCESS_LOST
    }

    /** Makes a refusal that names the group, both ends and the cure. */
    public RefusedException(Why why, String message) {
        this(why, message, -1, -1);
    }

    /** Makes a refusal about a group that has lost a process, and with it a member that has a rank, or -1. */
    RefusedException(Why why, String message, int lostProcess, int lostRank) {
        super(message);
        this.why = why;
        this.lostProcess = lostProcess;
        this.lostRank = lostRank;
    }

    static RefusedException of(Refusal refusal) {
        return new RefusedException(
                Why.valueOf(refusal.getReason()),
                refusal.getText(),
                refusal.hasLostProcess() ? refusal.getLostProcess() : -1,
                refusal.hasLostRank() ? refusal.getLostRank() : -1);
    }

    Refusal message() {
        Refusal.Builder refusal = Refusal.newBuilder().setReason(why.name()).setText(text());
        if (lostProcess >= 0) {
            refusal.setLostProcess(lostProcess);
        }
        if (lostRank >= 0) {
            refusal.setLostRank(lostRank);
        }
        return refusal.build();
    }

    /** Returns the same refusal for the thread that calls. */
    RefusedException again() {
        return new RefusedException(why, text(), lostProcess, lostRank);
    }

    /** Returns the reason. */
    public Why why() {
        return why;
    }

    /** Returns what is said of it. */
    public String text() {
        return String.valueOf(getMessage());
    }

    /** Returns the process that was lost, if that is why, or -1. */
    int lostProcess() {
        return lostProcess;
    }

    /** Returns the lowest rank of its members in the group, or -1. */
    int lostRank() {
        return lostRank;
    }
}
