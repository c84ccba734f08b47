package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;

/**
 * One wait of a member for a message: ends with the message, or with what shows that none will come.
 *
 * <p>Used by the waiting thread.
 */
abstract class MessageWait extends MonitoredWait<Message> {
    /** In place of the context of calls: the member is in none. */
    static final int NO_CONTEXT = -1;

    static final String MESSAGE = "a message";

    private final Member member;
    private final MatchQueue queue;
    private final Pattern pattern;
    private final int callContext;
    private final CallSignature label;

    /**
     * Prepares a wait.
     *
     * @param callContext context of the messages of calls, or {@link #NO_CONTEXT} if the member is in none
     */
    MessageWait(
            Member member, CallContext call, MatchQueue queue, Pattern pattern, int callContext, CallSignature label) {
        super(call);
        this.member = member;
        this.queue = queue;
        this.pattern = pattern;
        this.callContext = callContext;
        this.label = label;
    }

    /** Waits for a message that may be there already. */
    final Message await() {
        member.watch(pattern.source());
        if (callContext != NO_CONTEXT) {
            member.activity().waitIn(queue.waiting());
        }
        return queue.waiting().await(this);
    }

    final Member member() {
        return member;
    }

    final MatchQueue queue() {
        return queue;
    }

    final Pattern pattern() {
        return pattern;
    }

    @Override
    public final int awaitedProcess() {
        return MemberWaitMonitor.processOf(member, pattern.source());
    }

    @Override
    final WaitMonitor newMonitor() {
        return MemberWaitMonitor.of(
                member,
                call(),
                () -> MESSAGE + EndpointTexts.wanted(pattern, queue),
                pattern.source(),
                label,
                kind(),
                this::mayEndByItself);
    }

    abstract WaitKind kind();

    /** Returns whether the rest of the message comes without its sender's thread. */
    abstract boolean mayEndByItself();

    /**
     * Returns the message of which a part has come, or null.
     *
     * @throws RuntimeException if it is known that no message will come
     */
    abstract @Nullable Envelope begun();

    /** Looks for the message once more before the wait ends with another, which shows that it will not come. */
    abstract @Nullable Message lastCheck(Message other);

    /** Returns whether the member is in a call, and waits for a message that is no part of one. */
    private boolean isBesideCall() {
        return callContext != NO_CONTEXT && pattern.lastCall() == Pattern.ANY_CALL;
    }

    /** Returns a message that shows that the call will not come to its end, if the member waits beside one. */
    final @Nullable Message conflictBesideCall() {
        return isBesideCall() && queue.peek(pattern) != null ? member.conflictWith(callContext, label) : null;
    }

    @Override
    public final @Nullable Message look() {
        member.throwIfEnded();
        Message message = fastCheck();
        if (message != null) {
            return message;
        }
        Envelope begun = begun();
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
            if (message != null || begun() != null) {
                return message;
            }
            other = conflict(); // or a message of a later call, which says more
            if (other == null) {
                throw gone.again();
            }
        }
        return lastCheck(other); // the message may have come since the first check, and must be taken then
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
