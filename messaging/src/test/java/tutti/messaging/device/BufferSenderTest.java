package tutti.messaging.device;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tutti.messaging.Envelopes;
import tutti.messaging.Together.Background;
import tutti.messaging.match.Credit;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitStrategy;
import tutti.serialization.DirectBuffer;

class BufferSenderTest {
    private static final int PIECE_BYTES = 128;

    private final List<String> written = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile boolean isSinkReady;

    private final SendQueue queue = new SendQueue(new SendQueue.Sink() {
        @Override
        public boolean isReady() {
            return isSinkReady;
        }

        @Override
        public void write(Frame frame) {
            written.add(
                    frame instanceof Frame.Control notice
                            ? notice.signal().kind().name()
                            : "piece of the queue");
        }

        @Override
        public void schedule(Runnable task) {
            task.run();
        }
    });

    private final BufferSender sender = new BufferSender(
            new BufferSender.Way() {
                @Override
                public int pieceBytes() {
                    return PIECE_BYTES;
                }

                @Override
                public boolean tryWrite(BufferFragments message) {
                    message.advance(message.nextLength());
                    written.add("piece of a buffer");
                    return true;
                }

                @Override
                public void askForRoom(BufferFragments message) {}
            },
            new IdleStrategy(WaitStrategy.PARK),
            queue);

    /** A full ring has left a notice in the queue; the reader makes room, which the sender of a buffer sees first. */
    @Test
    void shouldNotOvertakeANoticeThatIsQueued() {
        queue.add(Notice.left(5, 3));
        queue.drain(); // in vain
        Background<Boolean> sending = Background.start("sending", () -> {
            send(new int[100]);
            return true;
        });
        await().until(() -> looks.get() > 0 || sending.isDone());
        assertThat(written).isEmpty();

        isSinkReady = true;
        queue.drain();
        assertThat(sending.get()).isTrue();
        assertThat(written).startsWith("LEFT", "piece of a buffer").doesNotContain("piece of the queue");
    }

    @Test
    void shouldWriteAtOnceWhenNothingIsQueued() {
        send(new int[1]);
        assertThat(written).containsExactly("piece of a buffer");
    }

    @Test
    void shouldNotWaitForAQueueThatIsClosed() {
        queue.add(Notice.left(5, 3));
        queue.close();
        send(new int[1]);
        assertThat(written).containsExactly("piece of a buffer");
    }

    private void send(int[] elements) {
        BufferFragments message = new BufferFragments(
                Envelopes.of(1, 0, 1, 0, 1), new byte[9], DirectBuffer.of(elements), PIECE_BYTES, Credit.WHOLE);
        sender.send(message, true, looks::incrementAndGet, () -> () -> "sending");
    }
}
