package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;

/**
 * One wait of a member for a message: ends with the message, or with what shows that none will come.
 *
 * <p>Used by the waiting thread.
 */
final class MessageWait extends MonitoredWait<Message> {
    /** In place of the context of calls: the member is in none. */
    static final int NO_CONTEXT = -1;

    /** In place of a message: the buffer has been filled. */
    static final Message FILLED = Message.showing(0, -1, -1, CallSignature.NONE);

    static final String MESSAGE = "a message";

    private final Member member;
    private final MatchQueue queue;
    private final Pattern pattern;
    private final int callContext;
    private final CallSignature label;
    private final @Nullable ReceiveRequest request;
    private long arrivalsSeen;

    /**
     * Prepares a wait.
     *
     * @param callContext context of the messages of calls, or {@link #NO_CONTEXT} if the member is in none
     * @param request posted, or null if the message is only looked for
     */
    MessageWait(
            Member member,
            CallContext call,
            MatchQueue queue,
            Pattern pattern,
            int callContext,
            CallSignature label,
            @Nullable ReceiveRequest request) {
        super(call);
        this.member = member;
        this.queue = queue;
        this.pattern = pattern;
        this.callContext = callContext;
        this.label = label;
        this.request = request;
    }

    /** Waits for a message that may be there already. */
    Message await() {
        return await(-1);
    }

    /** Waits for a message that was not there when a number of arrivals was asked for. */
    Message await(long arrivalsBefore) {
        arrivalsSeen = arrivalsBefore;
        member.watch(pattern.source());
        if (callContext != NO_CONTEXT) {
            member.activity().waitIn(queue.waiting(), label);
        }
        return queue.waiting().await(this);
    }

    @Override
    WaitMonitor newMonitor() {
        return MemberWaitMonitor.of(member, call(), MESSAGE, pattern.source(), label, this::mayEndByItself);
    }

    /** Returns whether messages are taken without the member's thread: the rest of this one, or others. */
    private boolean mayEndByItself() {
        boolean isPosted = request != null && !request.isClaimed();
        return (request != null && !isPosted) || member.postedReceives() > (isPosted ? 1 : 0);
    }

    @Override
    public @Nullable Message fastCheck() {
        if (request != null) {
            Message message = request.message();
            if (message != null || !request.isClaimed()) {
                return message;
            }
            request.help();
            return request.isFilled() ? FILLED : null;
        }
        if (!queue.hasNews(arrivalsSeen)) {
            return null;
        }
        arrivalsSeen = queue.arrivals();
        if (isBesideCall() && queue.peek(pattern) != null) { // what came before it shows whether its sender is here
            Message other = member.conflictWith(callContext, label);
            if (other != null) {
                return other;
            }
        }
        return queue.poll(pattern);
    }

    /** Returns whether the member is in a call, and waits for a message that is no part of one. */
    private boolean isBesideCall() {
        return callContext != NO_CONTEXT && pattern.lastCall() == Pattern.ANY_CALL;
    }

    @Override
    public @Nullable Message look() {
        member.throwIfEnded();
        Message message = fastCheck();
        if (message != null) {
            return message;
        }
        if (request != null) {
            request.throwIfFailed();
        }
        Envelope begun = request == null ? null : request.claimedFor();
        if (begun != null) {
            return lookForRest(begun);
        }
        Message other = conflict();
        if (other == null) {
            MemberFailedException gone = member.goneOf(pattern.source());
            if (gone == null) {
                return null;
            }
            message = fastCheck(); // the source may have sent this before it went
            if (message != null || (request != null && request.isClaimed())) {
                return message;
            }
            other = conflict(); // or a message of a later call, which says more
            if (other == null) {
                throw gone.again();
            }
        }
        // the message may have come since the first check, and must be taken then
        if (request != null && !queue.cancel(request)) {
            return fastCheck();
        }
        message = request == null ? fastCheck() : null;
        return message != null ? message : other;
    }

    private @Nullable Message lookForRest(Envelope begun) {
        MemberFailedException never = member.state().cutOff(begun.source());
        if (never == null) {
            return null;
        }
        Message message = fastCheck(); // it may have come meanwhile
        if (message == null) {
            throw never.again();
        }
        return message;
    }

    /**
     * Returns a message that shows that a call will not come to its end, or null.
     *
     * @throws RuntimeException if the call has failed in another member
     */
    private @Nullable Message conflict() {
        if (callContext == NO_CONTEXT) {
            return null;
        }
        member.activity().throwIfFailed(label);
        Message other = member.conflictWith(callContext, label);
        return other != null || isBesideCall() ? other : skipping(pattern.source());
    }

    /**
     * Returns the next message of the source if it belongs to a later call, and the source has not left this one
     * because it failed.
     */
    private @Nullable Message skipping(int source) {
        Message next = queue.peek(Pattern.from(source));
        if (next == null || next.label().call() <= label.call()) {
            return null;
        }
        // what its process tells of a failure may come after the message, but comes before its answer, and before
        // the end
        if (member.activity().isKnownAhead(source, label.call())
                || member.state().gone().why(source) != null) {
            member.activity().throwIfFailed(label);
            return next;
        }
        if (member.activity().mustAsk(source, label.call())) {
            member.stallReporter().ask(member.rank(), source, label);
        }
        return null;
    }
}
