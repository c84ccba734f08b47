package tutti.messaging;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.BufferSender;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameLink;
import tutti.messaging.device.Notice;
import tutti.messaging.device.SendQueue;
import tutti.messaging.device.grpc.FrameService;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.security.AuthServerInterceptor;
import tutti.messaging.security.CallHeaders;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;

/**
 * The way from one simulated process to another, as a gRPC call would be: frames arrive in order and late, and only so
 * many are under way before the sender has to wait.
 */
final class SimulatedLink implements FrameLink {
    private final SimulatedTransport from;
    private final int to;
    private final Simulation simulation;
    private final int capacity;
    private final boolean writesAtOnce; // as a ring does
    private final @Nullable BufferSender buffers;
    private final SendQueue outbox = new SendQueue(new Way());
    private final Deque<Item> flying = new ArrayDeque<>();
    private ServerCall.@Nullable Listener<Frame> stream; // at the receiver
    private boolean opened;
    private boolean dead; // nothing can be written any more
    private boolean finishing;
    private boolean finished;
    private long lastArrival;
    private int framesFlying;

    SimulatedLink(SimulatedTransport from, int to) {
        this.from = from;
        this.to = to;
        simulation = from.network().simulation();
        capacity = 1 + simulation.random().nextInt(simulation.oneIn(3) ? 3 : 40);
        writesAtOnce = simulation.random().nextBoolean();
        buffers = simulation.random().nextBoolean()
                ? new BufferSender(new Pieces(80 + simulation.random().nextInt(500)), from.idleStrategy(), outbox)
                : null;
    }

    /** Something on its way to the receiver, where it is an event. */
    private final class Item {
        private final Supplier<String> text;
        private final Runnable arrival;
        private final boolean frame;
        private boolean lost;

        Item(Supplier<String> text, Runnable arrival, boolean frame) {
            this.text = text;
            this.arrival = arrival;
            this.frame = frame;
        }

        void arrive() {
            if (lost) {
                return;
            }
            flying.remove(this);
            simulation.note(() -> SimulatedLink.this + ": " + text.get());
            arrival.run();
            if (frame && framesFlying-- == capacity) {
                from.process().post(simulation.delay(), SimulatedLink.this::roomMade);
            }
        }
    }

    private SimulatedProcess receiver() {
        return from.network().process(to);
    }

    private SimulatedTransport at() {
        return from.network().transport(to);
    }

    void open() {
        if (!receiver().isAlive()) {
            from.process().post(simulation.delay(), () -> ended(SimulatedNetwork.broken("connection refused")));
            return;
        }
        send(() -> "opens", this::accepted, false);
    }

    private void accepted() {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.FROM_PROCESS, String.valueOf(from.process().index()));
        headers.put(CallHeaders.CALL, "1");
        headers.put(
                AuthServerInterceptor.SESSION,
                "session of process " + from.process().index());
        if (!at().isClosing()) {
            stream = at().service().startCall(new Call(), headers);
        }
        from.process().post(simulation.delay(), () -> {
            opened = true;
            roomMade();
        });
    }

    private void roomMade() {
        outbox.drain();
        if (buffers != null) {
            buffers.roomMade();
        }
        finishIfDone();
    }

    private void send(Supplier<String> text, Runnable arrival, boolean frame) {
        Item item = new Item(text, arrival, frame);
        flying.add(item);
        lastArrival = Math.max(lastArrival, simulation.now() + simulation.delay());
        receiver().post(lastArrival - simulation.now(), item::arrive);
    }

    private void transmit(Frame frame) {
        if (dead) {
            return;
        }
        if (frame instanceof Frame.MessageChunk chunk) {
            from.network().sent(chunk);
        }
        framesFlying++;
        send(() -> text(frame), () -> arrived(frame), true);
    }

    private void arrived(Frame frame) {
        if (stream == null) {
            return;
        }
        if (frame instanceof Frame.Control notice
                && (notice.signal().kind() == Notice.Kind.TAKEN
                        || notice.signal().kind() == Notice.Kind.RECEIVED)) {
            from.network().taken(notice.signal());
        }
        stream.onMessage(frame);
    }

    private static String text(Notice signal) {
        return "%s group=%d source=%d destination=%d context=%d sequence=%d bytes=%d %s"
                .formatted(
                        signal.kind(),
                        signal.group(),
                        signal.source(),
                        signal.destination(),
                        signal.context(),
                        signal.sequence(),
                        signal.weightBytes(),
                        signal.text());
    }

    private static String text(Frame frame) {
        return switch (frame) {
            case Frame.MessageChunk chunk ->
                "%s bytes %d..%d of %d%s"
                        .formatted(
                                chunk.envelope(),
                                chunk.offset(),
                                chunk.offset() + chunk.chunk().length(),
                                chunk.totalBytes(),
                                chunk.envelope().receiptWanted() ? ", receipt wanted" : "");
            case Frame.Control notice -> text(notice.signal());
            default -> frame.toString();
        };
    }

    @Override
    public void send(Message message, Credit credit) {
        if (!credit.allows(0) || !writesAtOnce || !outbox.isFree() || !tryWrite(message)) {
            outbox.add(message, credit);
        }
    }

    private boolean tryWrite(Message message) {
        Encoded bytes = message.payload().encoded();
        Chunk chunk = bytes.poll(0);
        if (!isReady() || chunk == null || chunk.length() < bytes.lengthBytes()) {
            return false;
        }
        transmit(new Frame.MessageChunk(message, bytes.lengthBytes(), 0, chunk));
        message.payload().release();
        return true;
    }

    @Override
    public void signal(Notice signal) {
        outbox.add(signal);
    }

    @Override
    public void flush() {
        Simulation.Actor actor = simulation.current();
        if (actor != null) {
            actor.perhapsPause();
        }
        outbox.drain();
        finishIfDone();
    }

    @Override
    public @Nullable BufferSender buffers() {
        return opened && !dead ? buffers : null;
    }

    private boolean isReady() {
        return opened && !dead && framesFlying < capacity;
    }

    boolean isIdle() {
        return outbox.isEmpty() && flying.isEmpty();
    }

    // ---------------------------------------------------------------- ends

    /** Nothing passes for some time. */
    void stall(long nanos) {
        lastArrival = Math.max(lastArrival, simulation.now() + nanos);
    }

    /** Says that nothing follows, as soon as everything is written. */
    void finish() {
        finishing = true;
        finishIfDone();
    }

    private void finishIfDone() {
        if (finishing && !finished && !dead && outbox.isEmpty()) {
            finished = true;
            send(() -> "ends in good order", () -> endStream(true), false);
        }
    }

    /** Declares the receiver lost. */
    void abandon(String reason) {
        if (!dead) {
            simulation.note(() -> "%s: is given up: %s".formatted(this, reason));
            breakOff(false);
            outbox.close();
        }
    }

    /**
     * The connection ends; what was written last may be lost.
     *
     * @param senderDied then it learns nothing of the end
     */
    void breakOff(boolean senderDied) {
        if (dead) {
            return;
        }
        dead = true;
        for (int losses = simulation.random().nextInt(flying.size() + 1); losses > 0; losses--) {
            flying.removeLast().lost = true;
        }
        send(() -> "breaks", () -> endStream(false), false);
        if (!senderDied) {
            from.process().post(simulation.delay(), () -> ended(SimulatedNetwork.broken("connection was lost")));
        }
    }

    private void endStream(boolean inGoodOrder) {
        ServerCall.Listener<Frame> ended = stream;
        stream = null;
        if (ended == null) {
            return;
        }
        if (inGoodOrder) {
            ended.onHalfClose();
        } else {
            ended.onCancel();
        }
    }

    private void ended(Status status) {
        dead = true;
        outbox.close();
        from.streamEnded(to, status);
        if (buffers != null) {
            buffers.alarm();
        }
    }

    @Override
    public String toString() {
        return from.process().index() + " -> " + to;
    }

    private final class Way implements SendQueue.Sink {
        @Override
        public boolean isReady() {
            return SimulatedLink.this.isReady();
        }

        @Override
        public void write(Frame frame) {
            transmit(frame);
        }

        @Override
        public void schedule(Runnable task) {
            from.process().post(simulation.delay(), task);
        }
    }

    private final class Pieces implements BufferSender.Way {
        private final int bytes;

        Pieces(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public int pieceBytes() {
            return bytes;
        }

        @Override
        public boolean tryWrite(BufferFragments message) {
            if (!isReady()) {
                return false;
            }
            int length = message.nextLength();
            transmit(message.next(new byte[length]));
            message.advance(length);
            return true;
        }

        @Override
        public void askForRoom(BufferFragments message) {
            // the receiver tells by itself
        }
    }

    private final class Call extends ServerCall<Frame, Frame> {
        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(Frame message) {}

        @Override
        public void close(Status status, Metadata trailers) {
            if (status.isOk()) {
                return;
            }
            if (!String.valueOf(status.getDescription()).contains(" was given up")) {
                throw new AssertionError(SimulatedLink.this + " makes no sense: " + status, status.getCause());
            }
            stream = null;
            from.process().post(simulation.delay(), () -> ended(status));
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<Frame, Frame> getMethodDescriptor() {
            return FrameService.EXCHANGE;
        }
    }
}
