package tutti.messaging.runtime;

import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.BytesPayload;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.MatchQueue;
import tutti.messaging.match.Message;
import tutti.messaging.match.Pattern;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.progress.ArrivalWaitQueue;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * What one member receives: waits for a message, for what ends the wait otherwise, and for messages that show that
 * members are in different calls. Thread-safe, but a member is in one call at a time.
 */
final class Receiver {
    private static final long PAUSE_NANOS = 50_000;

    private final Member member;
    private Pattern last = Pattern.from(Pattern.ANY); // immutable, so a stale one does no harm

    Receiver(Member member) {
        this.member = member;
    }

    /** Takes the next message with a tag, or with any, of a member, or of any, that is no part of a call. */
    Message receive(CallContext call, int source, int context, int tag) {
        return take(call, pattern(source, tag), context, MessageWait.NO_CONTEXT, CallSignature.NONE);
    }

    /** Returns what accepts a message that is no part of a call. */
    private Pattern pattern(int source, int tag) {
        Pattern pattern = last; // most members receive the same again and again
        if (pattern.source() != source || pattern.tag() != tag) {
            pattern = new Pattern(source, tag, Pattern.ANY_CALL);
            last = pattern;
        }
        return pattern;
    }

    /**
     * Takes the next message of a member in a call; returns one of another call instead if that shows that none will
     * come.
     */
    Message receive(CallContext call, int source, int context, CallSignature expected) {
        return take(call, new Pattern(source, Pattern.ANY, expected.call()), context, context, expected);
    }

    /** Takes the next message of a member in a context that has nothing to do with calls, in the middle of one. */
    Message receiveBeside(CallContext call, int source, int context, int callContext, CallSignature label) {
        member.throwIfEnded();
        MessageWait wait =
                new UnpostedWait(member, call, member.queue(context), Pattern.from(source), callContext, label, -1);
        return located(call, wait.await(), label);
    }

    private Message take(CallContext call, Pattern pattern, int context, int callContext, CallSignature label) {
        member.throwIfEnded();
        MatchQueue queue = member.queue(context);
        long arrivals = queue.arrivals();
        Message message = queue.poll(pattern);
        if (message == null) {
            message = new UnpostedWait(member, call, queue, pattern, callContext, label, arrivals).await();
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
        Pattern pattern = isFree ? pattern(source, tag) : new Pattern(source, tag, label.call());
        Message message = queue.poll(pattern);
        if (message != null) {
            return located(call, message, label);
        }
        ReceiveRequest request = new ReceiveRequest(null, pattern, context, target, prefix, isFree ? null : label);
        return postAndAwait(call, queue, isFree ? MessageWait.NO_CONTEXT : context, label, request.onlyHere());
    }

    /**
     * Takes the next message that a pattern accepts, or lets a buffer be filled with it. Part of no call.
     *
     * @param posted prepared for the case that none is there yet; says afterwards for which message its buffer was
     *     claimed
     * @return null if the buffer has been filled, else the message that must be taken into it
     */
    @Nullable
    Message receiveInto(CallContext call, int context, ReceiveRequest posted) {
        member.throwIfEnded();
        MatchQueue queue = member.queue(context);
        Message message = queue.poll(posted.pattern());
        return message == null
                ? postAndAwait(call, queue, MessageWait.NO_CONTEXT, CallSignature.NONE, posted)
                : located(call, message, CallSignature.NONE);
    }

    private @Nullable Message postAndAwait(
            CallContext call, MatchQueue queue, int callContext, CallSignature label, ReceiveRequest request) {
        MessageWait wait = new PostedWait(member, call, queue, callContext, label, request);
        Message message;
        queue.post(request);
        try {
            message = wait.await();
        } catch (RuntimeException e) {
            message = endedLate(queue, request, e);
        }
        if (PostedWait.FILLED.equals(message)) {
            return null;
        }
        request.giveUpMessage(); // the caller reads it, and waits for the rest
        return located(call, message, label);
    }

    /** Posts a receive that is no part of a call. */
    ReceiveRequest post(
            CallContext call,
            int source,
            int context,
            int tag,
            @Nullable DirectBuffer target,
            byte @Nullable [] prefix) {
        member.throwIfEnded();
        MatchQueue queue = member.queue(context);
        ReceiveRequest request = new ReceiveRequest(
                member.activity().completions(),
                new Pattern(source, tag, Pattern.ANY_CALL),
                context,
                target,
                prefix,
                null);
        member.watch(source);
        queue.post(request);
        if (member.endOf(source) != null) { // it may have gone before it was watched
            member.endThoseInVain(queue);
        }
        return call.endingWith(request);
    }

    /**
     * Waits until a receive has been matched, and its buffer is filled if it was claimed.
     *
     * <p>If the time of the operation is over, or the thread is interrupted, the receive stays posted.
     */
    void awaitMatch(CallContext call, ReceiveRequest request) {
        MatchQueue queue = member.queue(request.context());
        new PostedWait(member, call, queue, MessageWait.NO_CONTEXT, CallSignature.NONE, request).await();
    }

    /** Returns the message that a receive has been matched with; null if its buffer has been filled. */
    @Nullable
    Message matched(CallContext call, ReceiveRequest request) {
        call.endIfDone(request);
        request.throwIfFailed();
        Message message = request.message();
        return message == null ? null : located(call, message, CallSignature.NONE);
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
        member.watch(source);
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
                        MemberWaitMonitor.of(
                                member,
                                call,
                                () -> MessageWait.MESSAGE + EndpointTexts.wanted(pattern, queue),
                                source,
                                CallSignature.NONE,
                                WaitKind.MESSAGE,
                                () -> false));
        return message;
    }

    /** Takes the message that a receive would take now, or returns null if there is none. */
    @Nullable
    Message tryReceive(CallContext call, int source, int context, int tag) {
        member.throwIfEnded();
        Message message = member.queue(context).poll(new Pattern(source, tag, Pattern.ANY_CALL));
        return message == null ? null : located(call, message, CallSignature.NONE);
    }

    /**
     * A wait has failed. If it took too long or was interrupted, its message is not lost: the receive gets what has
     * come in the same moment, and the next one gets what has come in part.
     */
    private Message endedLate(MatchQueue queue, ReceiveRequest request, RuntimeException failure) {
        if (queue.cancel(request)) {
            throw failure;
        }
        Message message = request.message();
        if (!endsWaitOnly(failure)) {
            request.abandon();
            if (message != null) {
                message.release();
            }
            throw failure;
        }
        if (message == null ? bufferIsGivenBack(queue, request) : isGivenBack(queue, request, message)) {
            throw failure;
        }
        if (failure instanceof OperationInterruptedException) {
            Thread.currentThread().interrupt();
        }
        return message == null ? PostedWait.FILLED : message;
    }

    /** Returns whether a failure is that of a wait, and not of what is waited for. */
    private static boolean endsWaitOnly(RuntimeException failure) {
        return failure instanceof DeadlineExceededException || failure instanceof OperationInterruptedException;
    }

    /** Gives the message back that a receive was matched with; returns false if all of it is there. */
    private static boolean isGivenBack(MatchQueue queue, ReceiveRequest request, Message message) {
        if (!request.giveUpMessage()) {
            return false;
        }
        queue.giveBack(message);
        return true;
    }

    /** Gives the message back that is written into the buffer of a receive; returns false if all of it is there. */
    private boolean bufferIsGivenBack(MatchQueue queue, ReceiveRequest request) {
        ArrivingBytes rest = request.isDone()
                ? null
                : request.giveUp(new ArrivalWaitQueue(member.process().idleStrategy()));
        if (rest == null) {
            request.throwIfUnwritten();
            while (!request.isDone()) {
                LockSupport.parkNanos(request, PAUSE_NANOS); // who has brought the last of it is about to say so
            }
            request.throwIfFailed(); // no message comes, or not the rest of it
            return false;
        }
        Envelope envelope = Objects.requireNonNull(request.claimedFor(), "claimed");
        member.state().track(envelope.source(), rest);
        queue.giveBack(new Message(envelope, member.process().payloads().arriving(rest)));
        return true;
    }

    /** Lets the next receive get a message that was taken, if a failure is that of the wait for its rest. */
    void giveBack(Message message, RuntimeException failure) {
        if (message.isGivenUpBy(failure)) {
            member.queue(message.context()).giveBack(message);
        }
    }

    /** Lets an error in reading a message say where it was read and who sent it. */
    private Message located(CallContext call, Message message, CallSignature label) {
        int source = message.source();
        member.activity().received(message);
        BytesPayload bytes = message.bytes();
        if (bytes != null) {
            ArrivalWaitQueue rest = bytes.rest();
            if (rest != null) {
                rest.lookedAfterBy(what -> new MemberWaitMonitor(
                        member,
                        call,
                        () -> what.get() + ": " + member.between("sender", source),
                        source,
                        source,
                        source,
                        label,
                        WaitKind.MESSAGE,
                        () -> true));
            }
            message.readBy(member, bytes);
        }
        return message;
    }
}
