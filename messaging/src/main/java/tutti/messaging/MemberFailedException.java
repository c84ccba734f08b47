package tutti.messaging;

import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/**
 * A member of the group failed or left, so that the operation can never complete.
 *
 * <p>Thrown in every member that waits for the lost one. After a failure (not after an orderly leave) the group is
 * broken: each later operation in it throws this exception too, with the same cause. Other groups continue.
 *
 * <p>It says who was lost ({@link #rank}, {@link #process}, {@link #host}), of what (the message, and the cause: the
 * exception itself if the member lived in this process, else a {@link RemoteCause}), and in which operation this member
 * was.
 */
public class MemberFailedException extends TuttiException {
    private static final long serialVersionUID = 2;

    private static final int UNKNOWN = -1;

    private final int rank;
    private final int process;
    private final String host;
    private final @Nullable String operation;
    private final int here; // rank of the member whose operation that is

    /** Makes an exception whose message says all that is known. */
    public MemberFailedException(String message, @Nullable Throwable cause) {
        this(message, cause, UNKNOWN, UNKNOWN, "", null, UNKNOWN);
    }

    /** Makes an exception about a member that lived in a process. */
    public MemberFailedException(String message, @Nullable Throwable cause, int rank, PeerInfo peer) {
        this(message, cause, rank, peer.process(), peer.host(), null, UNKNOWN);
    }

    /** Makes an exception about a process, of whose members its maker knows nothing. */
    public MemberFailedException(String message, int process) {
        this(message, null, UNKNOWN, process, "", null, UNKNOWN);
    }

    /** Makes an exception about a member of which another process has told. */
    public MemberFailedException(String message, @Nullable Throwable cause, int rank, int process, String host) {
        this(message, cause, rank, process, host, null, UNKNOWN);
    }

    private MemberFailedException(
            String message,
            @Nullable Throwable cause,
            int rank,
            int process,
            String host,
            @Nullable String operation,
            int here) {
        super(message, cause);
        this.rank = rank;
        this.process = process;
        this.host = host;
        this.operation = operation;
        this.here = here;
    }

    /**
     * Returns the rank of the member that was lost, the lowest if a process with several was; where others shrink the
     * group, of the lowest that is known to have gone.
     *
     * <p>-1 if it is about no member of the group: this process itself has left, members wait only for each other, or
     * others shrink a group whose members are all there.
     */
    public int rank() {
        return rank;
    }

    /** Returns the index of its process in the job, or -1. */
    public int process() {
        return process;
    }

    /** Returns the name of its host; empty if it is unknown. */
    public String host() {
        return host;
    }

    /**
     * Returns the operation that ended with this exception, as {@code broadcast root=2 as collective call number 17};
     * empty if none did.
     */
    public String operation() {
        return operation == null ? "" : operation;
    }

    @Override
    public @Nullable String getMessage() {
        String message = super.getMessage();
        if (operation == null) {
            return message;
        }
        boolean hasLines = message != null && message.indexOf('\n') >= 0; // of which the last is about another member
        return message
                + (hasLines ? System.lineSeparator() + "    here " : "; here ")
                + (here == UNKNOWN ? "in " : "rank=%d in ".formatted(here))
                + operation;
    }

    /** Returns the same failure for another thread, with that thread's own stack trace, and of no operation yet. */
    public MemberFailedException again() {
        return new MemberFailedException(
                String.valueOf(super.getMessage()), getCause(), rank, process, host, null, UNKNOWN);
    }

    /**
     * Returns the same failure for another thread as {@link #again()} does. The stack trace of one from another process
     * is this exception's, and one without a cause has this exception: so they show where the operation was called that
     * ended with it.
     */
    public MemberFailedException forCaller() {
        Throwable own = getCause();
        MemberFailedException another = new MemberFailedException(
                String.valueOf(super.getMessage()), own == null ? this : own, rank, process, host, operation, here);
        if (own instanceof RemoteCause) {
            another.setStackTrace(getStackTrace());
        }
        return another;
    }

    /** Returns this failure as the end of an operation as {@link #during(String, int)} does, of a member of no rank. */
    public MemberFailedException during(String endedOperation) {
        return during(endedOperation, UNKNOWN);
    }

    /** Returns this failure as the end of an operation of a member, unless it is known already which one it ended. */
    public MemberFailedException during(String endedOperation, int member) {
        return operation == null ? located(endedOperation, member) : this;
    }

    /** Returns this failure as the end of an operation of which the one that it ended is a part. */
    public MemberFailedException asPartOf(String whole) {
        return operation().startsWith(whole)
                ? this
                : located(operation == null ? whole : whole + ", in its " + operation, here);
    }

    private MemberFailedException located(String endedOperation, int member) {
        MemberFailedException located = new MemberFailedException(
                String.valueOf(super.getMessage()), getCause(), rank, process, host, endedOperation, member);
        located.setStackTrace(getStackTrace());
        return located;
    }
}
