package tutti.messaging.device;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together;
import tutti.messaging.Together.Background;
import tutti.messaging.match.BytesPayload;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.match.ObjectPayload;
import tutti.messaging.match.Payload;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.TuttiException;
import tutti.serialization.codec.ObjectCodec;
import tutti.serialization.inbound.ArrivingBytes;

class SendQueueTest {
    private final FakeSink sink = new FakeSink();
    private final SendQueue outbox = new SendQueue(sink);

    @Test
    void shouldWriteAMessageChunkByChunk() {
        outbox.add(message(1, complete(3)), Credit.WHOLE);
        outbox.drain();

        assertThat(sink.written).containsExactly("1@0", "1@10", "1@20");
        assertThat(((Frame.MessageChunk) sink.frames.getLast()).totalBytes()).isEqualTo(30);
    }

    @Test
    void shouldTellHowManyMessagesOfMembersAreUnwritten() {
        sink.ready = 2;
        outbox.add(message(1, complete(3)), Credit.WHOLE);
        outbox.add(Notice.alive(0));
        outbox.drain();
        assertThat(outbox.unwrittenMessages()).isEqualTo(1);
        sink.ready = 100;
        outbox.drain();
        assertThat(outbox.unwrittenMessages()).isZero();

        sink.ready = 0;
        outbox.add(message(2, complete(1)), Credit.WHOLE);
        outbox.close();
        outbox.add(message(3, complete(1)), Credit.WHOLE); // dropped at once
        assertThat(outbox.unwrittenMessages()).isEqualTo(2);
    }

    @Test
    void shouldLetMessagesTakeTurns() {
        outbox.add(message(1, complete(3)), Credit.WHOLE);
        outbox.add(message(2, complete(1)), Credit.WHOLE);
        outbox.add(message(3, complete(2)), Credit.WHOLE);
        outbox.drain();

        assertThat(sink.written).containsExactly("1@0", "2@0", "3@0", "1@10", "3@10", "1@20");
    }

    @Test
    void shouldWriteNothingWhileTheSinkIsNotReady() {
        sink.ready = 0;
        outbox.add(message(1, complete(2)), Credit.WHOLE);
        outbox.drain();
        assertThat(sink.written).isEmpty();

        sink.ready = 1;
        outbox.drain();
        assertThat(sink.written).containsExactly("1@0");

        sink.ready = 100;
        outbox.drain();
        assertThat(sink.written).containsExactly("1@0", "1@10");
    }

    @Test
    void shouldPassAMessageWhoseNextChunkHasNotArrived() {
        ArrivingBytes arriving = new ArrivingBytes(30, new WaitQueue(new IdleStrategy(WaitStrategy.ADAPTIVE)));
        arriving.append(chunk());
        outbox.add(message(1, arriving), Credit.WHOLE);
        outbox.add(message(2, complete(3)), Credit.WHOLE);
        outbox.drain();
        assertThat(sink.written).containsExactly("1@0", "2@0", "2@10", "2@20");

        arriving.append(chunk());
        assertThat(sink.written)
                .as("the thread that brings a chunk does not write")
                .hasSize(4);
        sink.runScheduled();
        assertThat(sink.written).hasSize(5).endsWith("1@10");

        arriving.append(chunk());
        sink.runScheduled();
        assertThat(sink.written).hasSize(6).endsWith("1@20");
    }

    @Test
    void shouldNotWaitForAChunkWhileTheSinkIsNotReady() {
        ArrivingBytes arriving = new ArrivingBytes(20, new WaitQueue(new IdleStrategy(WaitStrategy.ADAPTIVE)));
        arriving.append(chunk());
        outbox.add(message(1, arriving), Credit.WHOLE);
        outbox.drain();
        sink.ready = 0;
        arriving.append(chunk());
        sink.runScheduled();
        assertThat(sink.written).containsExactly("1@0");

        sink.ready = 100;
        outbox.drain();
        assertThat(sink.written).containsExactly("1@0", "1@10");
    }

    @Test
    void shouldGiveUpAMessageThatWasCutOff() throws InterruptedException {
        ArrivingBytes arriving = new ArrivingBytes(30, new WaitQueue(new IdleStrategy(WaitStrategy.ADAPTIVE)));
        arriving.append(chunk());
        outbox.add(message(1, arriving), Credit.WHOLE);
        outbox.drain();
        arriving.fail(() -> new TuttiException("cut off"));
        sink.runScheduled();
        outbox.add(message(2, complete(1)), Credit.WHOLE);
        outbox.drain();

        assertThat(sink.written).startsWith("1@0").endsWith("2@0");
        assertThat(outbox.awaitEmpty(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void shouldSetAMessageAsideThatHasNoCredit() {
        Credit credit = new Credit(100, 130, 110, "a stream");
        outbox.add(message(1, complete(3)), credit);
        outbox.add(message(2, complete(2)), Credit.WHOLE);
        outbox.drain();
        assertThat(sink.written).containsExactly("1@0", "2@0", "2@10");
        assertThat(outbox.isFree()).as("nothing is overtaken").isTrue();
        assertThat(outbox.isEmpty()).isFalse();

        credit.raise(105);
        assertThat(sink.scheduled).isEmpty();
        credit.raise(120);
        sink.runScheduled();
        assertThat(sink.written).endsWith("1@10");
        credit.raise(121);
        sink.runScheduled();
        assertThat(sink.written).endsWith("1@20");
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void shouldCutOffWhatNobodyWillTake() {
        Credit credit = new Credit(0, 30, 10, "a stream");
        outbox.add(message(1, complete(3)), credit);
        outbox.drain();
        credit.cancel();
        credit.wake();
        sink.runScheduled();

        assertThat(sink.written).containsExactly("1@0", "CUT_OFF");
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void shouldNotCutOffWhatMayTravelAsAWhole() {
        Credit credit = new Credit(0, 20, 20, "a stream");
        credit.cancel();
        outbox.add(message(1, complete(2)), credit);
        outbox.drain();

        assertThat(sink.written).containsExactly("1@0", "1@10");
    }

    @Test
    void shouldWriteWithoutCreditWhenItIsToEnd() {
        outbox.add(message(1, complete(2)), new Credit(0, 20, 10, "a stream"));
        outbox.drain();
        outbox.lift();
        sink.runScheduled();
        outbox.add(message(2, complete(2)), new Credit(20, 40, 30, "a stream"));
        outbox.drain();
        sink.runScheduled();

        assertThat(sink.written).containsExactly("1@0", "1@10", "2@0", "2@10");
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void shouldWriteNoticesInTurn() {
        outbox.add(message(1, complete(2)), Credit.WHOLE);
        outbox.add(Notice.left(5, 3));
        outbox.drain();

        assertThat(sink.written).containsExactly("1@0", "LEFT", "1@10");
    }

    @Test
    void shouldDropWhatIsQueuedWhenClosed() {
        sink.ready = 0;
        Codec.Snapshot snapshot = new ObjectCodec().snapshot(new int[1]);
        Payload payload = ObjectPayload.of(new ObjectCodec(), snapshot);
        payload.share();
        outbox.add(new Message(1, 0, 0, 1, 0, 0, CallSignature.NONE, false, payload), Credit.WHOLE);
        outbox.close();
        payload.share();
        outbox.add(new Message(1, 0, 0, 1, 0, 1, CallSignature.NONE, false, payload), Credit.WHOLE);
        sink.ready = 100;
        outbox.drain();

        assertThat(sink.written).isEmpty();
        assertThat(payload.take()).as("all other holds have ended").isSameAs(snapshot.value());
    }

    @Test
    void shouldNotResumeAMessageAfterClosing() {
        ArrivingBytes arriving = new ArrivingBytes(20, new WaitQueue(new IdleStrategy(WaitStrategy.ADAPTIVE)));
        arriving.append(chunk());
        outbox.add(message(1, arriving), Credit.WHOLE);
        outbox.drain();
        outbox.close();
        arriving.append(chunk());
        sink.runScheduled();

        assertThat(sink.written).containsExactly("1@0");
    }

    @Test
    void shouldAwaitThatAllIsWritten() throws InterruptedException {
        assertThat(outbox.awaitEmpty(Duration.ZERO)).isTrue();
        sink.ready = 1;
        outbox.add(message(1, complete(2)), Credit.WHOLE);
        outbox.drain();
        assertThat(outbox.awaitEmpty(Duration.ofMillis(1))).as("nothing moves").isFalse();

        Background<Boolean> waiting = Background.start("waiting", () -> outbox.awaitEmpty(Duration.ofMinutes(1)));
        sink.ready = 100;
        outbox.drain();
        assertThat(waiting.get()).isTrue();
    }

    /** A process that closes may take long for what it still has to write, as long as others take it. */
    @Test
    void shouldWaitLongerThanItsLimitWhilePiecesAreWritten() throws InterruptedException {
        long limitNanos = TimeUnit.MILLISECONDS.toNanos(500);
        sink.ready = 1;
        outbox.add(message(1, complete(1000)), Credit.WHOLE);
        outbox.drain();

        Background<Boolean> waiting =
                Background.start("waiting", () -> outbox.awaitEmpty(Duration.ofNanos(limitNanos)));
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 3 * limitNanos) {
            TimeUnit.MILLISECONDS.sleep(20);
            sink.ready = 1;
            outbox.drain();
        }
        assertThat(waiting.isDone()).as("it has given up").isFalse();

        sink.ready = Integer.MAX_VALUE;
        outbox.drain();
        assertThat(waiting.get()).as("all is written").isTrue();
    }

    @Test
    void shouldWriteAtTheEndWhatReceiversDoNotTake() {
        outbox.add(message(1, complete(2)), new Credit(0, 20, 10, "a stream"));
        outbox.drain();
        assertThat(sink.written).containsExactly("1@0");

        Background<Boolean> finishing =
                Background.start("finishing", () -> outbox.finish(Duration.ofMillis(1), Duration.ofMinutes(1)));

        await().until(() -> {
            sink.runScheduled();
            return finishing.isDone();
        });
        assertThat(finishing.get()).as("all is written").isTrue();
        assertThat(sink.written).containsExactly("1@0", "1@10");
    }

    @Test
    void shouldGiveUpAtTheEndIfTheSinkTakesNothing() throws InterruptedException {
        sink.ready = 1;
        outbox.add(message(1, complete(2)), Credit.WHOLE);
        outbox.drain();

        assertThat(outbox.finish(Duration.ofMillis(1), Duration.ofMillis(1)))
                .as("all is written")
                .isFalse();
        assertThat(sink.written).containsExactly("1@0");
    }

    /** They are written as long as the process lives, also if no receiver takes anything. */
    @Test
    void shouldNotTakeNoticesForProgress() {
        sink.ready = Integer.MAX_VALUE;
        outbox.add(message(1, complete(2)), new Credit(0, 20, 10, "a stream")); // its second piece has no credit
        outbox.drain();

        Background<Boolean> waiting = Background.start("waiting", () -> outbox.awaitEmpty(Duration.ofMillis(500)));

        await().pollInterval(Duration.ofMillis(50)).until(() -> {
            outbox.add(Notice.alive(1));
            outbox.drain();
            return waiting.isDone();
        });
        assertThat(waiting.get()).as("all is written").isFalse();
    }

    @Test
    void shouldWriteEverythingOnceWhenManyAddAndDrain() {
        int threads = 4;
        int messages = 1000;
        Together.all(IntStream.range(0, threads)
                .<java.util.concurrent.Callable<Object>>mapToObj(thread -> () -> {
                    for (int i = 0; i < messages; i++) {
                        outbox.add(message(thread * messages + i, complete(1 + i % 3)), Credit.WHOLE);
                        outbox.drain();
                    }
                    return null;
                })
                .toList());

        await().untilAsserted(() -> {
            assertThat(outbox.awaitEmpty(Duration.ofMinutes(1))).isTrue();
            assertThat(sink.written)
                    .doesNotHaveDuplicates()
                    .hasSize(threads
                            * IntStream.range(0, messages).map(i -> 1 + i % 3).sum());
        });
        assertThat(sink.overlaps).as("one thread at a time writes").isZero();
    }

    private static Message message(long sequence, Encoded bytes) {
        return new Message(
                1, 0, 0, 1, 0, sequence, CallSignature.NONE, false, new BytesPayload(new ObjectCodec(), bytes));
    }

    private static Encoded complete(int chunks) {
        return Encoded.of(IntStream.range(0, chunks).mapToObj(i -> chunk()).toList());
    }

    private static Chunk chunk() {
        return new Chunk(new byte[10], 0, 10);
    }

    /** Is ready for a given number of frames, and runs scheduled tasks only when told. */
    private static final class FakeSink implements SendQueue.Sink {
        private final List<Frame> frames = new ArrayList<>();
        private final List<String> written = new ArrayList<>();
        private final Queue<Runnable> scheduled = new ConcurrentLinkedQueue<>();
        private final java.util.concurrent.atomic.AtomicInteger writers =
                new java.util.concurrent.atomic.AtomicInteger();
        private int ready = Integer.MAX_VALUE;
        private int overlaps;

        @Override
        public boolean isReady() {
            return ready > 0;
        }

        @Override
        public void write(Frame frame) {
            if (writers.incrementAndGet() != 1) {
                overlaps++;
            }
            ready--;
            frames.add(frame);
            written.add(
                    switch (frame) {
                        case Frame.MessageChunk chunk -> chunk.envelope().sequence() + "@" + chunk.offset();
                        case Frame.Control notice -> notice.signal().kind().name();
                        default -> frame.toString();
                    });
            writers.decrementAndGet();
        }

        @Override
        public void schedule(Runnable task) {
            scheduled.add(task);
        }

        void runScheduled() {
            for (Runnable task = scheduled.poll(); task != null; task = scheduled.poll()) {
                task.run();
            }
        }
    }
}
