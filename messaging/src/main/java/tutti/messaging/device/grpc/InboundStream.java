package tutti.messaging.device.grpc;

import io.grpc.HasByteBuffer;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FullHeap;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Notice;
import tutti.messaging.device.Reassembler;
import tutti.messaging.device.Wireup;
import tutti.messaging.match.Envelope;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.security.CallHeaders;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.TuttiException;

/**
 * What comes from one process: by a call, and by the next one when that has broken.
 *
 * <p>Counts the frames and tells the process of it, so that each arrives once. Used by the thread that drives the
 * process' loop. If the frames go another way, the calls tell of the process' end only.
 */
final class InboundStream {
    private final int process;
    private final InboundHandler handler;
    private final Reassembler reassembler;
    private final IdleStrategy idleStrategy;
    private final @Nullable Wireup wireup;
    private final FrameService.Callers callers;
    private @Nullable String session; // of the process; null until it has called
    private int calls; // the number of the last one
    private volatile @Nullable Stream stream; // null while there is none
    private final AtomicReference<@Nullable Status> end = new AtomicReference<>();
    private boolean carriesNoFrames; // they come another way
    private long frames; // that have come
    private long unacknowledgedBytes;

    /**
     * Prepares for the calls of a process.
     *
     * @param processes number of processes in the job
     * @param wireup agrees with the process on another way for its frames, or null
     */
    InboundStream(
            int processes,
            int process,
            Codec codec,
            InboundHandler handler,
            IdleStrategy idleStrategy,
            @Nullable Wireup wireup,
            FrameService.Callers callers) {
        this.process = process;
        this.handler = handler;
        reassembler = new Reassembler(processes, process, codec, handler, idleStrategy);
        this.idleStrategy = idleStrategy;
        this.wireup = wireup;
        this.callers = callers;
    }

    /** Returns why a call is not let in, or null if it is. */
    @Nullable
    Status refusal(String callersSession, int number) {
        Status ended = end.get();
        if (ended != null && !ended.isOk()) {
            return refusalAfter(ended);
        }
        if (session != null && !session.equals(callersSession)) {
            return Status.FAILED_PRECONDITION.withDescription(
                    "process=%d was started again: a job continues without a process that it has lost"
                            .formatted(process));
        }
        if (number <= calls) {
            return Status.ABORTED.withDescription("call=%d comes after call=%d".formatted(number, calls));
        }
        return null;
    }

    private Status refusalAfter(Status ended) {
        return Status.FAILED_PRECONDITION.withDescription(
                "process=%d was given up here: %s".formatted(process, ended.getDescription()));
    }

    /** Takes frames from a new call, and none from the one before. */
    ServerCall.Listener<Frame> begin(
            ServerCall<Frame, Frame> call, String callersSession, int number, Metadata headers) {
        Stream before = stream;
        if (before != null) {
            before.close(Status.ABORTED.withDescription("another call has taken the place of this one"));
        }
        session = callersSession;
        calls = number;
        Stream next = new Stream(call);
        stream = next;
        Metadata answer = new Metadata();
        answer.put(CallHeaders.ARRIVED, Long.toString(frames));
        String invitation = headers.get(CallHeaders.INVITATION);
        if (invitation != null) {
            String accepted = wireup == null ? "process has no device for this" : wireup.accept(process, invitation);
            carriesNoFrames = Wireup.isAccepted(accepted);
            answer.put(CallHeaders.ANSWER, accepted);
        }
        if (!carriesNoFrames) {
            idleStrategy.framesOnWire();
        }
        unacknowledgedBytes = 0;
        call.sendHeaders(answer); // also without an invitation: the caller waits until it knows who answers
        if (end.get() != null) {
            next.close(Status.OK); // all had arrived before, and the word of it was lost
        }
        return next;
    }

    /** Ends the call of the process in good order: this one has taken all that has come, and leaves. */
    void leave() {
        Stream current = stream;
        stream = null;
        if (current != null) {
            current.close(Status.OK);
        }
    }

    /** Returns whether the call with a number has broken, and no other has come. */
    boolean isBroken(int number) {
        return stream == null && end.get() == null && calls == number;
    }

    /** One call of the process. */
    private final class Stream extends ServerCall.Listener<Frame> {
        private final ServerCall<Frame, Frame> call;

        Stream(ServerCall<Frame, Frame> call) {
            this.call = call;
        }

        private boolean isCurrent() {
            return this == stream;
        }

        @Override
        public void onMessage(Frame frame) {
            if (!isCurrent()) {
                return; // the process sends it again
            }
            call.request(1);
            handler.heard(process);
            try {
                count(takeFromCall(frame));
            } catch (RuntimeException e) {
                giveUp(malformed(e));
            } catch (OutOfMemoryError e) {
                giveUp(malformed(FullHeap.of(process, e)));
            }
        }

        /** Notes that a frame with so much content has come, and tells the process if that is due. */
        private void count(int contentLength) {
            frames++;
            unacknowledgedBytes += ResendWindow.weightBytes(contentLength);
            if (unacknowledgedBytes >= ResendWindow.RECEIPT_EACH_BYTES) {
                unacknowledgedBytes = 0;
                call.sendMessage(new Frame.Acknowledged(frames));
            }
        }

        /** Returns how many bytes of messages were in the frame. */
        private int takeFromCall(Frame frame) {
            switch (frame) {
                case Frame.Arrived arrived -> {
                    return take(arrived);
                }
                case Frame.MessageChunk message -> {
                    reassembler.take(message);
                    return message.chunk().length();
                }
                case Frame.Control notice -> {
                    reassembler.take(notice.signal());
                    if (notice.signal().kind() == Notice.Kind.ALIVE) {
                        unacknowledgedBytes = ResendWindow.RECEIPT_EACH_BYTES; // so that nothing is kept for long
                    }
                    return 0;
                }
                case Frame.Acknowledged _ -> throw new TuttiException("malformed frame: a receipt for nothing");
                case Frame.Malformed malformed -> throw new TuttiException(malformed.reason());
            }
        }

        @Override
        public void onHalfClose() {
            if (isCurrent()) {
                drain();
                close(Status.OK);
                end(Status.OK.withDescription("process has left the job"));
            }
        }

        @Override
        public void onCancel() {
            if (isCurrent()) {
                stream = null;
                callers.broken(process, calls);
            }
        }

        private void close(Status status) {
            try {
                call.close(status, new Metadata());
            } catch (IllegalStateException e) {
                // ended meanwhile
            }
        }
    }

    /** Returns the status of a process whose frames make no sense. */
    static Status malformed(RuntimeException failure) {
        return Status.DATA_LOSS
                .withDescription(String.valueOf(failure.getMessage()))
                .withCause(failure);
    }

    /** Takes nothing more from the process, in this call or another; the first reason counts. */
    void giveUp(Status why) {
        Stream last = stream;
        drain();
        end(why);
        if (last != null) {
            last.close(refusalAfter(why));
        }
    }

    private void end(Status status) {
        if (!end.compareAndSet(null, status)) {
            return;
        }
        stream = null;
        callers.ended(process, status);
        String reason = "message cut off: fromProcess=%d: %s".formatted(process, status.getDescription());
        Supplier<MemberFailedException> cause = () -> new MemberFailedException(reason, status.getCause());
        reassembler.end(cause);
        if (wireup != null) {
            wireup.ended(process, cause);
        }
    }

    /** Takes in what the process wrote elsewhere before it ended. */
    private void drain() {
        if (wireup != null) {
            wireup.drain(process);
        }
    }

    /**
     * Takes a chunk out of gRPC's own buffers, straight into where it is wanted if that is known; returns its length.
     */
    private int take(Frame.Arrived arrived) {
        try {
            InputStream body = arrived.body();
            int length = body.available();
            Frame.MessageChunk message = arrived.head();
            int filled = fill(message, body, length);
            if (filled == 0) {
                filled = addToArray(message, body, length);
            }
            if (filled == 0) {
                reassembler.add(message, new Chunk(body.readNBytes(length), 0, length));
            } else if (filled < length) {
                throw new TuttiException("malformed frame: more bytes than were announced: fromProcess=%d %s"
                        .formatted(process, message.envelope()));
            }
            return length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a chunk into the buffer that waits for its message; returns how many bytes the buffer has taken. */
    private int fill(Frame.MessageChunk message, InputStream body, int length) throws IOException {
        return move(
                body,
                length,
                (from, memory, bytes) -> reassembler.fill(message, message.offset() + from, memory, 0, bytes));
    }

    /** Writes a chunk into the array that its message is to be, if it is one; returns how many bytes that has taken. */
    private int addToArray(Frame.MessageChunk head, InputStream body, int length) throws IOException {
        Envelope message = head.envelope();
        if (!Reassembler.mayBeArray(message, head.totalBytes())) {
            return 0;
        }
        Envelope key = new Envelope(message); // the message itself is its reader's after the first part
        return move(
                body,
                length,
                (from, memory, bytes) -> reassembler.addToArray(
                        from == 0 ? message : key, head.totalBytes(), head.offset() + from, memory, 0, bytes, length));
    }

    /** Takes bytes of a chunk. */
    private interface Sink {
        /** Takes all of some bytes, or none and returns false. */
        boolean take(int from, MemorySegment memory, int bytes);
    }

    /** Moves a chunk's bytes for as long as they are taken; returns how many that were. */
    private static int move(InputStream body, int length, Sink sink) throws IOException {
        int moved = 0;
        while (moved < length) {
            ByteBuffer next = next(body);
            int bytes = next.remaining();
            if (!sink.take(moved, MemorySegment.ofBuffer(next), bytes)) {
                break;
            }
            body.skipNBytes(bytes);
            moved += bytes;
        }
        return moved;
    }

    private static ByteBuffer next(InputStream body) throws IOException {
        ByteBuffer next = ((HasByteBuffer) body).getByteBuffer();
        if (next == null || !next.hasRemaining()) {
            throw new IOException("fewer bytes than gRPC announced: missing=" + body.available());
        }
        return next;
    }
}
