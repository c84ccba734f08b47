package tutti.collectives.local;

import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.signature.SignatureText;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.RemoteCause;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ThrowableTexts;
import tutti.messaging.runtime.ToldFailure;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.FailedCall;

/**
 * Why a call has failed in one member, for the others.
 *
 * @param rank the member in which it failed
 * @param label the call that it was in
 * @param kind how the others shall see it
 * @param about rank of the member that the failure is about, or -1
 * @param type name of the exception's class
 * @param text says what happened
 * @param cause the exception; of another process, only if the failure is {@link Kind#IN_CALL}
 */
record CallFailure(
        int rank,
        CallSignature label,
        Kind kind,
        int about,
        String type,
        String text,
        @Nullable Throwable cause) {
    private static final char END_OF_TYPE = '\n';

    /** What the other members of the call get; the code of each is part of the wire format. */
    enum Kind {
        /** A {@link CallFailedException}. */
        IN_CALL(0),
        /** A {@link BufferMismatchException}. */
        UNLIKE_BUFFERS(1),
        /** A {@link MemberFailedException}, because some member has left. */
        MEMBER_GONE(2),
        /** A {@link MismatchedCallException}: members are in different calls, in this one and from it on. */
        OUT_OF_STEP(3),
        /** Something that every process finds out by itself, or hears of in another way; never sent. */
        KNOWN_ELSEWHERE(-1);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        static Kind ofCode(int code) {
            return switch (code) {
                case 1 -> UNLIKE_BUFFERS;
                case 2 -> MEMBER_GONE;
                case 3 -> OUT_OF_STEP;
                default -> IN_CALL;
            };
        }
    }

    /** Describes an exception of a member of this process. */
    static CallFailure of(Endpoint member, CallSignature label, Throwable cause) {
        return new CallFailure(
                member.rank(),
                label,
                kindOf(member, cause),
                cause instanceof MemberFailedException gone ? gone.rank() : -1,
                cause.getClass().getName(),
                cause instanceof MismatchedCallException mismatch ? mismatch.calls() : describe(cause),
                cause);
    }

    private static Kind kindOf(Endpoint member, Throwable cause) {
        return switch (cause) {
            case MismatchedCallException _ -> Kind.OUT_OF_STEP;
            case DeadlineExceededException _ -> Kind.KNOWN_ELSEWHERE;
            case MemberFailedException _ -> isBroken(member) ? Kind.KNOWN_ELSEWHERE : Kind.MEMBER_GONE;
            case BufferMismatchException _ -> Kind.UNLIKE_BUFFERS;
            default -> Kind.IN_CALL;
        };
    }

    private static boolean isBroken(Endpoint member) {
        try {
            member.calls().throwIfEnded();
            return false;
        } catch (MemberFailedException e) {
            return true;
        }
    }

    private static String describe(Throwable cause) {
        return ThrowableTexts.of(cause instanceof MemberFailedException gone ? gone.again() : cause);
    }

    /** Reads what another process has told. */
    static CallFailure of(FailedCall told) {
        ToldFailure failure = ToldFailure.decode(told.text());
        int end = failure.text().indexOf(END_OF_TYPE);
        return new CallFailure(
                told.rank(),
                told.call(),
                Kind.ofCode(told.kind()),
                told.about(),
                failure.text().substring(0, Math.max(0, end)),
                failure.text().substring(end + 1),
                failure.cause());
    }

    /** Returns what other processes are told. */
    FailedCall told() {
        String told = ToldFailure.encode(type + END_OF_TYPE + text, kind == Kind.IN_CALL ? cause : null);
        return new FailedCall(label, rank, kind.code, about, told);
    }

    /** Returns whether the member lives in this process, so that its exception is here. */
    boolean isOfThisProcess() {
        return cause != null && !(cause instanceof RemoteCause);
    }

    /** Returns whether the call itself has failed, not only because some member has left. */
    boolean isOfCall() {
        return kind == Kind.IN_CALL || kind == Kind.UNLIKE_BUFFERS;
    }

    /** Returns whether members are in different calls from this one on. */
    boolean isOutOfStep() {
        return kind == Kind.OUT_OF_STEP;
    }

    /**
     * Returns whether every member that is still in the call, or comes to it, shall end it with this; other processes
     * must be told.
     */
    boolean endsCall() {
        return kind != Kind.KNOWN_ELSEWHERE;
    }

    /** Makes the exception of a member that was in the same call. */
    RuntimeException toException(Endpoint member) {
        if (cause instanceof MemberFailedException failed) {
            return failed.again();
        }
        String call = SignatureText.of(label);
        return switch (kind) {
            case UNLIKE_BUFFERS -> new BufferMismatchException(message());
            case OUT_OF_STEP -> new MismatchedCallException(text, member.rank());
            case MEMBER_GONE ->
                about < 0 || about >= member.size()
                        ? new MemberFailedException(message(), null)
                        : member.texts().failureOf(about, message(), null);
            case KNOWN_ELSEWHERE ->
                member.texts()
                        .failureOf(
                                rank,
                                "member gave up in a call: %s called %s: %s"
                                        .formatted(member.describe(rank), call, text),
                                cause);
            case IN_CALL ->
                new CallFailedException(
                        "call failed in another member, and the group still works: here rank=%d; %s called %s: %s"
                                .formatted(member.rank(), member.describe(rank), call, text),
                        cause,
                        rank,
                        call,
                        type);
        };
    }

    /** Returns the exception's own message, without its class. */
    private String message() {
        return text.startsWith(type + ": ") ? text.substring(type.length() + 2) : text;
    }
}
