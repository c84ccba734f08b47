package tutti.messaging;

import io.grpc.HasByteBuffer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrivingBytes;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.TuttiException;

/** The receiving end of all streams of frames that other processes open to this one. */
final class FrameService implements ServerCallHandler<Frame, Frame> {
    static final MethodDescriptor<Frame, Frame> EXCHANGE = MethodDescriptor.<Frame, Frame>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName("tutti.messaging.Frames", "Exchange"))
            .setRequestMarshaller(new FrameMarshaller())
            .setResponseMarshaller(new FrameMarshaller())
            .build();

    static final Metadata.Key<String> FROM_PROCESS =
            Metadata.Key.of("tutti-from-process", Metadata.ASCII_STRING_MARSHALLER);

    /** Says where the memory is that the calling process offers to write its frames to instead. */
    static final Metadata.Key<String> INVITATION =
            Metadata.Key.of("tutti-shared-memory", Metadata.ASCII_STRING_MARSHALLER);

    /** Answers an invitation: {@link #ACCEPTED}, or why not. */
    static final Metadata.Key<String> ANSWER =
            Metadata.Key.of("tutti-shared-memory-answer", Metadata.ASCII_STRING_MARSHALLER);

    static final String ACCEPTED = "accepted";

    private static final int FRAMES_AHEAD = 64;

    private final int processes;
    private final Codec codec;
    private final Arrivals arrivals;
    private final Patience patience;
    private final @Nullable HostMemory hostMemory;
    private final BiConsumer<Integer, Status> ended;

    /**
     * Makes the service.
     *
     * @param hostMemory shares memory with processes that offer it, or null
     * @param ended told of each process whose stream has ended, and whether in good order
     */
    FrameService(
            int processes,
            Codec codec,
            Arrivals arrivals,
            Patience patience,
            @Nullable HostMemory hostMemory,
            BiConsumer<Integer, Status> ended) {
        this.processes = processes;
        this.codec = codec;
        this.arrivals = arrivals;
        this.patience = patience;
        this.hostMemory = hostMemory;
        this.ended = ended;
    }

    ServerServiceDefinition definition() {
        return ServerServiceDefinition.builder("tutti.messaging.Frames")
                .addMethod(EXCHANGE, this)
                .build();
    }

    @Override
    public ServerCall.Listener<Frame> startCall(ServerCall<Frame, Frame> call, Metadata headers) {
        int process = processOf(headers.get(FROM_PROCESS), processes);
        if (process < 0) {
            call.close(Status.INVALID_ARGUMENT.withDescription("no process of this job"), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        // frames are taken off at once: the senders' windows bound what is under way, and nothing here blocks
        call.request(FRAMES_AHEAD);
        arrivals.heard(process);
        StreamFrom stream = new StreamFrom(process, call);
        Metadata answer = new Metadata();
        String invitation = headers.get(INVITATION);
        if (invitation != null) {
            answer.put(ANSWER, stream.answer(invitation));
        }
        if (!stream.hasRing()) {
            patience.framesOnWire();
        }
        call.sendHeaders(answer); // also without one: the caller waits until it knows who answers
        return stream;
    }

    /** Reads the index of a process, which is in a header; returns -1 if there is no such process. */
    static int processOf(@Nullable String header, int processes) {
        try {
            int process = Integer.parseInt(String.valueOf(header));
            return process >= 0 && process < processes ? process : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Puts the frames from one process together; they come by gRPC or through a ring, and one at a time. */
    private final class StreamFrom extends ServerCall.Listener<Frame> implements RingReader.Sink {
        private final int process;
        private final ServerCall<Frame, Frame> call;
        private @Nullable RingReader ring; // written before the listener is known to gRPC
        private final Map<Frame.Key, ArrivingBytes> incomplete = new HashMap<>();
        private final Map<Frame.Key, PostedReceive> filling = new HashMap<>();
        private Frame.@Nullable Key checked; // the last one whose ends are known to be right

        StreamFrom(int process, ServerCall<Frame, Frame> call) {
            this.process = process;
            this.call = call;
        }

        boolean hasRing() {
            return ring != null;
        }

        /** Follows an invitation if that is possible; returns what to answer. */
        String answer(String invitation) {
            if (hostMemory == null) {
                return "process does not share memory";
            }
            try {
                ring = hostMemory.accept(invitation, this);
                return ACCEPTED;
            } catch (IOException | RuntimeException e) {
                return e.toString();
            }
        }

        @Override
        public void onMessage(Frame frame) {
            call.request(1);
            arrivals.heard(process);
            try {
                take(frame);
            } catch (RuntimeException e) {
                malformed(e);
            }
        }

        /** Takes a chunk out of gRPC's own buffers, straight into where it is wanted if that is known. */
        private void take(Frame.Arrived arrived) {
            try {
                InputStream body = arrived.body();
                int length = body.available();
                Frame.MessageChunk message = arrived.head();
                int filled = fill(message, body, length);
                if (filled == 0) {
                    add(message.with(new Chunk(body.readNBytes(length), 0, length)));
                } else if (filled < length) {
                    throw new TuttiException("malformed frame: more bytes than were announced: fromProcess=%d %s"
                            .formatted(process, message.key()));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Writes a chunk into the buffer that waits for its message; returns how many bytes the buffer has taken. */
        private int fill(Frame.MessageChunk message, InputStream body, int length) throws IOException {
            int filled = 0;
            while (filled < length) {
                ByteBuffer next = next(body);
                int bytes = next.remaining();
                if (!fill(message, message.offset() + filled, MemorySegment.ofBuffer(next), 0, bytes)) {
                    break;
                }
                body.skipNBytes(bytes);
                filled += bytes;
            }
            return filled;
        }

        private static ByteBuffer next(InputStream body) throws IOException {
            ByteBuffer next = ((HasByteBuffer) body).getByteBuffer();
            if (next == null || !next.hasRemaining()) {
                throw new IOException("fewer bytes than gRPC announced: missing=" + body.available());
            }
            return next;
        }

        @Override
        public void take(byte[] header, MemorySegment memory, long chunkAt, int chunkLength) {
            arrivals.heard(process);
            try {
                if (!FrameFormat.isChunk(header)) {
                    take(FrameFormat.read(header, copy(memory, chunkAt, chunkLength)));
                    return;
                }
                Frame.MessageChunk message = FrameFormat.readHead(header, chunkLength);
                if (!fill(message, message.offset(), memory, chunkAt, chunkLength)) {
                    add(message.with(copy(memory, chunkAt, chunkLength)));
                }
            } catch (RuntimeException e) {
                malformed(e);
            }
        }

        private static Chunk copy(MemorySegment memory, long at, int length) {
            byte[] bytes = new byte[length];
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, bytes, 0, length);
            return new Chunk(bytes, 0, length);
        }

        private void take(Frame frame) {
            switch (frame) {
                case Frame.Notice notice -> take(notice.signal());
                case Frame.Arrived arrived -> take(arrived);
                case Frame.MessageChunk message -> {
                    Chunk chunk = message.chunk();
                    MemorySegment memory = MemorySegment.ofArray(chunk.array());
                    if (!fill(message, message.offset(), memory, chunk.offset(), chunk.length())) {
                        add(message);
                    }
                }
                case Frame.Malformed malformed -> throw new TuttiException(malformed.reason());
            }
        }

        /** Writes a chunk into the buffer that waits for its message; returns false if there is none. */
        private boolean fill(Frame.MessageChunk frame, long offset, MemorySegment memory, long at, int length) {
            Frame.Key key = frame.key();
            check(key);
            PostedReceive buffer = offset > 0
                    ? filling.get(key)
                    : arrivals.claim(key, frame.label(), frame.receiptWanted(), frame.totalBytes(), memory, at, length);
            if (buffer == null) {
                return false;
            }
            if (buffer.append(offset, memory, at, length)) {
                filling.remove(key);
            } else if (offset == 0) {
                filling.put(key, buffer);
            }
            return true;
        }

        /** Looks whether a frame is between a member of the process and one of this; most are between the same as before. */
        private void check(Frame.Key key) {
            Frame.Key known = checked;
            if (known == null
                    || key.group() != known.group()
                    || key.source() != known.source()
                    || key.destination() != known.destination()) {
                checked = arrivals.isBetweenMembers(process, key.group(), key.source(), key.destination()) ? key : null;
            }
        }

        @Override
        public void malformed(RuntimeException failure) {
            Status status = Status.INTERNAL
                    .withDescription(String.valueOf(failure.getMessage()))
                    .withCause(failure);
            end(status);
            call.close(status, new Metadata());
        }

        /** Takes in what the process wrote before it ended. */
        private void finishRing() {
            if (ring != null && hostMemory != null) {
                ring.finish();
                hostMemory.forget(ring);
            }
        }

        @Override
        public void onHalfClose() {
            finishRing();
            call.close(Status.OK, new Metadata());
            end(Status.OK.withDescription("process has left the job"));
        }

        @Override
        public void onCancel() {
            finishRing();
            end(Status.UNAVAILABLE.withDescription("connection was lost"));
        }

        private void take(Signal signal) {
            Frame.Key key = new Frame.Key(
                    signal.group(), signal.source(), signal.destination(), signal.tag(), signal.sequence());
            switch (signal.kind()) {
                case TAKEN, CUT_OFF -> check(key);
                case LEFT -> arrivals.isBetweenMembers(process, key.group(), key.source(), Signal.ALL);
                case QUESTION, ANSWER ->
                    arrivals.isBetweenMembers(process, key.group(), key.source(), signal.destination());
                case FAILED -> {
                    if (signal.source() != Signal.ALL) { // else no single member has failed
                        arrivals.isBetweenMembers(-1, key.group(), key.source(), Signal.ALL); // anybody may know of it
                    }
                }
                case LOST -> checkIndex(signal.source());
                case ALIVE -> {} // says nothing that could be wrong
            }
            if (signal.kind() != Signal.Kind.CUT_OFF) {
                arrivals.signal(signal);
                return;
            }
            fail(
                    incomplete.remove(key),
                    filling.remove(key),
                    () -> new MemberFailedException("message cut off before it reached process=" + process, null));
        }

        private void checkIndex(int lost) {
            if (lost < 0 || lost >= processes) {
                throw new TuttiException("malformed frame: lost process=%d of processes=%d".formatted(lost, processes));
            }
        }

        private void add(Frame.MessageChunk frame) {
            Frame.Key key = frame.key();
            if (frame.offset() == 0) {
                if (!incomplete.isEmpty() && incomplete.containsKey(key)) {
                    throw new TuttiException("message begins twice: fromProcess=%d %s".formatted(process, key));
                }
                ArrivingBytes bytes = new ArrivingBytes(frame.totalBytes(), new ArrivalWaiting(patience));
                if (!bytes.append(frame.chunk())) {
                    incomplete.put(key, bytes);
                }
                arrivals.message(new Message(
                        key.group(),
                        key.source(),
                        key.destination(),
                        key.tag(),
                        key.sequence(),
                        frame.label(),
                        frame.receiptWanted(),
                        new BytesPayload(codec, bytes)));
                return;
            }
            ArrivingBytes bytes = incomplete.get(key);
            if (bytes == null) {
                throw new TuttiException("chunk of an unknown message: fromProcess=%d %s".formatted(process, key));
            }
            if (frame.offset() != bytes.arrivedBytes()) {
                throw new TuttiException("malformed frame: offset=%d arrived=%d fromProcess=%d %s"
                        .formatted(frame.offset(), bytes.arrivedBytes(), process, key));
            }
            if (bytes.append(frame.chunk())) {
                incomplete.remove(key);
            }
        }

        private void end(Status status) {
            ended.accept(process, status);
            String reason = "message cut off: fromProcess=%d: %s".formatted(process, status.getDescription());
            Supplier<MemberFailedException> cause = () -> new MemberFailedException(reason, status.getCause());
            incomplete.values().forEach(bytes -> fail(bytes, null, cause));
            incomplete.clear();
            filling.values().forEach(buffer -> fail(null, buffer, cause));
            filling.clear();
        }

        private static void fail(
                @Nullable ArrivingBytes bytes, @Nullable PostedReceive buffer, Supplier<MemberFailedException> cause) {
            if (bytes != null) {
                bytes.fail(cause);
            }
            if (buffer != null) {
                buffer.fail(cause);
            }
        }
    }
}
