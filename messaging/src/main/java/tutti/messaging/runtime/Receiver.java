package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.BytesPayload;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.Payload;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.progress.ArrivalWaitQueue;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TuttiException;

/**
 * What one member receives: waits for a message, for what ends the wait otherwise, and for messages that show that members are in
 * different calls. Thread-safe, but a member is in one call at a time.
 */
final class Receiver {
    private static final String MESSAGE = "a message";
    private static final int NO_CONTEXT = -1;

    /** In place of a message: the buffer has been filled. */
    private static final Message FILLED = Message.showing(0, -1, -1, CallSignature.NONE);

    private final Member member;
    private Pattern last = Pattern.from(Pattern.ANY); // immutable, so a stale one does no harm

    Receiver(Member member) {
        this.member = member;
    }

    /** Takes the next message with a tag, or with any, of a member, or of any, that is no part of a call. */
    Message receive(CallContext call, int source, int context, int tag) {
        Pattern pattern = last; // most members receive the same again and again
        if (pattern.source() != source || pattern.tag() != tag) {
            pattern = new Pattern(source, tag, Pattern.ANY_CALL);
            last = pattern;
        }
        return take(call, pattern, context, NO_CONTEXT, CallSignature.NONE);
    }

    /** Takes the next message of a member in a call; returns one of another call instead if that shows that none will come. */
    Message receive(CallContext call, int source, int context, CallSignature expected) {
        return take(call, new Pattern(source, Pattern.ANY, expected.call()), context, context, expected);
    }

    /** Takes the next message of a member in a context that has nothing to do with calls, in the middle of one. */
    Message receiveBeside(CallContext call, int source, int context, int callContext, CallSignature label) {
        return take(call, Pattern.from(source), context, callContext, label);
    }

    private Message take(CallContext call, Pattern pattern, int context, int callContext, CallSignature label) {
        member.throwIfEnded();
        MatchQueue queue = member.queue(context);
        long arrivals = queue.arrivals();
        Message message = queue.poll(pattern);
        if (message == null) {
            Wait wait = new Wait(call, queue, pattern, callContext, label, null);
            wait.arrivalsSeen = arrivals;
            message = wait.await();
        }
        return located(call, message, label);
    }

    /**
     * Fills a buffer with the next message of a member.
     *
     * @param label of the call that the member is in, or {@link CallSignature#NONE}
     * @return null if the buffer has been filled, else the message that must be taken into it, or is of another call
     */
    @Nullable
    Message receiveInto(
            CallContext call,
            int source,
            int context,
            int tag,
            CallSignature label,
            DirectBuffer target,
            byte[] prefix) {
        member.throwIfEnded();
        MatchQueue queue = member.queue(context);
        boolean isFree = label.equals(CallSignature.NONE);
        Pattern pattern = new Pattern(source, tag, isFree ? Pattern.ANY_CALL : label.call());
        Message message = queue.poll(pattern);
        if (message == null) {
            ReceiveRequest request = new ReceiveRequest(pattern, target, prefix, isFree ? null : label);
            Wait wait = new Wait(call, queue, pattern, isFree ? NO_CONTEXT : context, label, request);
            queue.post(request);
            try {
                message = wait.await();
            } catch (RuntimeException e) {
                message = endedLate(queue, request, e);
            }
        }
        return FILLED.equals(message) ? null : located(call, message, label);
    }

    /** Posts a receive that is no part of a call. */
    ReceiveRequest post(int source, int context, int tag, @Nullable DirectBuffer target, byte @Nullable [] prefix) {
        member.throwIfEnded();
        MatchQueue queue = member.queue(context);
        ReceiveRequest request = ReceiveRequest.of(new Pattern(source, tag, Pattern.ANY_CALL), target, prefix);
        member.watch(queue, source);
        queue.post(request);
        member.endThoseInVain(queue); // the source may have gone before it was watched
        return request;
    }

    /**
     * Waits until a receive has ended.
     *
     * <p>If the time of the operation is over, or the thread is interrupted, the receive stays posted.
     *
     * @return null if the buffer has been filled, else the message; each call returns it
     */
    @Nullable
    Message await(CallContext call, ReceiveRequest request) {
        MatchQueue queue = request.owner();
        Message message = new Wait(call, queue, request.pattern(), NO_CONTEXT, CallSignature.NONE, request).await();
        return FILLED.equals(message) ? null : located(call, message, CallSignature.NONE);
    }

    /** Returns the message that a receive would take, without taking it, or null if there is none. */
    @Nullable
    Message probe(int source, int context, int tag) {
        Message message = member.queue(context).peek(new Pattern(source, tag, Pattern.ANY_CALL));
        return message;
    }

    /** Waits until there is a message that a receive would take, and returns it without taking it. */
    Message awaitProbe(CallContext call, int source, int context, int tag) {
        Pattern pattern = new Pattern(source, tag, Pattern.ANY_CALL);
        MatchQueue queue = member.queue(context);
        member.watch(queue, source);
        Message message = queue.waiting()
                .await(
                        () -> queue.peek(pattern),
                        () -> {
                            member.throwIfEnded();
                            Message there = queue.peek(pattern);
                            MemberFailedException gone = there == null ? member.goneOf(source) : null;
                            if (gone != null) {
                                there = queue.peek(pattern); // the source may have sent this before it went
                                if (there == null) {
                                    throw gone.again();
                                }
                            }
                            return there;
                        },
                        MemberWaitMonitor.of(member, call, MESSAGE, source, CallSignature.NONE));
        return message;
    }

    /** Takes the message that a receive would take now, or returns null if there is none. */
    @Nullable
    Message tryReceive(CallContext call, int source, int context, int tag) {
        member.throwIfEnded();
        Message message = member.queue(context).poll(new Pattern(source, tag, Pattern.ANY_CALL));
        return message == null ? null : located(call, message, CallSignature.NONE);
    }

    /** A wait has failed: a message that has come in the same moment takes precedence over an interrupt. */
    private static Message endedLate(MatchQueue queue, ReceiveRequest request, RuntimeException failure) {
        if (queue.cancel(request)) {
            throw failure;
        }
        request.abandon();
        Message message = request.message();
        if (message != null && failure instanceof OperationInterruptedException) {
            Thread.currentThread().interrupt();
            return message;
        }
        if (message != null) {
            message.payload().release();
        }
        throw failure;
    }

    /** Lets an error in reading a message say where it was read and who sent it. */
    private Message located(CallContext call, Message message, CallSignature label) {
        int source = message.source();
        member.activity().received(message);
        Payload payload = message.payload();
        if (payload instanceof BytesPayload bytes) {
            ArrivalWaitQueue rest = bytes.rest();
            if (rest != null) {
                rest.lookedAfterBy(what -> new MemberWaitMonitor(
                        member,
                        call,
                        () -> what.get() + ": " + member.between("sender", source),
                        source,
                        source,
                        label));
            }
            message.readBy(member, bytes);
        }
        return message;
    }

    /**
     * Returns a message that shows that another member is in another call, or null.
     *
     * @param callContext context of the messages of calls
     */
    @Nullable
    Message conflictWith(int callContext, CallSignature expected) {
        CallTracker activity = member.activity();
        if (activity.conflict() == null && activity.mustCompare(expected.call())) {
            // what comes later is compared when it comes
            Message found = member.queue(callContext).find(message -> activity.isConflict(message.label(), expected));
            if (found != null) {
                activity.conflictWith(found);
            }
        }
        Message shown = activity.conflict();
        return shown != null && activity.isConflict(shown.label(), expected) ? shown : null;
    }

    /** One wait for a message of a member. */
    private final class Wait implements WaitQueue.Awaited<Message> {
        private final CallContext call;
        private final MatchQueue queue;
        private final Pattern pattern;
        private final int callContext;
        private final CallSignature label;
        private final @Nullable ReceiveRequest request;
        private long arrivalsSeen = -1;
        private @Nullable WaitMonitor monitor; // made when the thread is about to park

        /**
         * Prepares a wait.
         *
         * @param callContext context of the messages of calls, or {@link #NO_CONTEXT} if the member is in none
         * @param request posted, or null if the message is only looked for
         */
        Wait(
                CallContext call,
                MatchQueue queue,
                Pattern pattern,
                int callContext,
                CallSignature label,
                @Nullable ReceiveRequest request) {
            this.call = call;
            this.queue = queue;
            this.pattern = pattern;
            this.callContext = callContext;
            this.label = label;
            this.request = request;
        }

        Message await() {
            member.watch(queue, pattern.source());
            if (callContext != NO_CONTEXT) {
                member.activity().waitIn(queue.waiting(), label);
            }
            return queue.waiting().await(this);
        }

        private WaitMonitor monitor() {
            WaitMonitor made = monitor;
            if (made == null) {
                made = MemberWaitMonitor.of(member, call, MESSAGE, pattern.source(), label);
                monitor = made;
            }
            return made;
        }

        @Override
        public String what() {
            return monitor().what();
        }

        @Override
        public long patrol(long waitedNanos) {
            return monitor().patrol(waitedNanos);
        }

        @Override
        public boolean isPrecise() {
            return call.limit() != null;
        }

        @Override
        public TuttiException expired() {
            return monitor().expired();
        }

        @Override
        public boolean isTimed() {
            return call.record() != null;
        }

        @Override
        public void waited(long nanos) {
            monitor().waited(nanos);
        }

        @Override
        public void over() {
            monitor().over();
        }

        @Override
        public @Nullable Message glance() {
            if (request != null) {
                Message message = request.message();
                return message == null && request.isClaimed() && request.isFilled() ? FILLED : message;
            }
            if (!queue.hasNews(arrivalsSeen)) {
                return null;
            }
            arrivalsSeen = queue.arrivals();
            return queue.poll(pattern);
        }

        @Override
        public @Nullable Message look() {
            member.throwIfEnded();
            Message message = glance();
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
                message = glance(); // the source may have sent this before it went
                if (message != null || (request != null && request.isClaimed())) {
                    return message;
                }
                other = conflict(); // or a message of a later call, which says more
                if (other == null) {
                    throw gone.again();
                }
            }
            // the message may have come since the first glance, and must be taken then
            if (request != null && !queue.cancel(request)) {
                return glance();
            }
            message = request == null ? glance() : null;
            return message != null ? message : other;
        }

        private @Nullable Message lookForRest(Envelope begun) {
            MemberFailedException never = member.state().cutOff(begun.source());
            if (never == null) {
                return null;
            }
            Message message = glance(); // it may have come meanwhile
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
            Message other = conflictWith(callContext, label);
            return other != null || pattern.lastCall() == Pattern.ANY_CALL ? other : skipping(pattern.source());
        }

        /** Returns the next message of the source if it belongs to a later call, and the source has not left this one because it failed. */
        private @Nullable Message skipping(int source) {
            Message next = queue.peek(Pattern.from(source));
            if (next == null || next.label().call() <= label.call()) {
                return null;
            }
            // what its process tells of a failure may come after the message, but comes before its answer, and before
            // the end
            if (member.activity().isKnownAhead(source, label.call())
                    || member.state().gone(source) != null) {
                member.activity().throwIfFailed(label);
                return next;
            }
            if (member.activity().mustAsk(source, label.call())) {
                member.inquiries().ask(member.rank(), source, label);
            }
            return null;
        }
    }
}
