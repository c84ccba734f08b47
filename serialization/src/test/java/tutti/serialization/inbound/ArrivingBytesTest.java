package tutti.serialization.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tutti.serialization.Chunk;
import tutti.serialization.ChunkReader;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TestBytes;
import tutti.serialization.TuttiException;

class ArrivingBytesTest {
    private static final int CHUNK = 1000;
    private static final int CHUNKS = 200;

    private final byte[] bytes = TestBytes.of(CHUNK * CHUNKS);
    private final ArrivingBytes arriving = new ArrivingBytes(bytes.length, new LockedWaiters());

    @Test
    void shouldBeCompleteWithTheLastChunkOnly() {
        for (int i = 0; i < CHUNKS; i++) {
            assertThat(arriving.poll(i)).isNull();
            assertThat(arriving.append(chunk(i))).isEqualTo(i == CHUNKS - 1);
            assertThat(arriving.poll(i)).isNotNull();
        }

        assertThat(arriving.lengthBytes()).isEqualTo(bytes.length);
        assertThat(TestBytes.join(arriving)).isEqualTo(bytes);
    }

    @Test
    void shouldLetReadersFollowWhileChunksArrive() throws Exception {
        List<Waiter<byte[]>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(Waiter.start(() -> new ChunkReader(arriving).readAllBytes()));
        }
        readers.forEach(Waiter::awaitParked);
        for (int i = 0; i < CHUNKS; i++) {
            arriving.append(chunk(i));
        }

        for (Waiter<byte[]> reader : readers) {
            assertThat(reader.get()).isEqualTo(bytes);
        }
    }

    @Test
    void shouldGiveWhatHasArrivedBeforeTheRestComes() throws IOException {
        arriving.append(chunk(0));
        ChunkReader in = new ChunkReader(arriving);

        assertThat(in.readNBytes(CHUNK)).isEqualTo(Arrays.copyOf(bytes, CHUNK));
        assertThat(in.remaining()).isEqualTo(bytes.length - CHUNK);
    }

    @Test
    void shouldRefuseMoreBytesThanAnnounced() {
        ArrivingBytes small = new ArrivingBytes(CHUNK + 1, new LockedWaiters());
        small.append(chunk(0));

        assertThatThrownBy(() -> small.append(chunk(1)))
                .isInstanceOf(TuttiException.class)
                .hasMessageContaining("announced=1001")
                .hasMessageContaining("arrived=1000")
                .hasMessageContaining("chunk=1000");
        assertThat(small.append(new Chunk(bytes, 0, 1))).isTrue();
    }

    @Test
    void shouldTellAllWaitingReadersOfAFailure() {
        arriving.append(chunk(0));
        Waiter<byte[]> reader = Waiter.start(() -> new ChunkReader(arriving).readAllBytes());
        Waiter<Chunk> waiter = Waiter.start(() -> arriving.await(7));
        reader.awaitParked();
        waiter.awaitParked();
        arriving.fail(() -> new TuttiException("cable cut"));

        for (Waiter<?> each : List.of(reader, waiter)) {
            assertThatThrownBy(each::get)
                    .cause()
                    .isInstanceOf(TuttiException.class)
                    .hasMessage("cable cut");
        }
        assertThat(arriving.failure()).isNotNull();
        assertThat(arriving.poll(0)).as("what has arrived stays readable").isNotNull();
    }

    @Test
    void shouldKeepTheFirstFailure() {
        arriving.fail(() -> new TuttiException("first"));
        arriving.fail(() -> new TuttiException("second"));

        assertThatThrownBy(() -> arriving.await(0)).hasMessage("first");
    }

    @Test
    void shouldIgnoreAFailureWhenComplete() {
        ArrivingBytes complete = new ArrivingBytes(CHUNK, new LockedWaiters());
        complete.append(chunk(0));
        complete.fail(() -> new TuttiException("too late"));

        assertThat(complete.failure()).isNull();
        assertThat(complete.isComplete()).isTrue();
        assertThat(complete.await(0).length()).isEqualTo(CHUNK);
    }

    @Test
    void shouldRunListenersOnceWhenTheirChunkArrives() {
        AtomicInteger zero = new AtomicInteger();
        AtomicInteger one = new AtomicInteger();
        arriving.onArrival(0, zero::incrementAndGet);
        arriving.onArrival(1, one::incrementAndGet);
        arriving.onArrival(1, one::incrementAndGet);
        arriving.append(chunk(0));
        assertThat(zero).hasValue(1);
        assertThat(one).hasValue(0);

        arriving.append(chunk(1));
        arriving.append(chunk(2));
        assertThat(zero).hasValue(1);
        assertThat(one).hasValue(2);
        arriving.onArrival(2, one::incrementAndGet);
        assertThat(one).as("runs at once when the chunk is there").hasValue(3);
    }

    @Test
    void shouldRunListenersOnceWhenTheirChunkCanNotArrive() {
        AtomicInteger runs = new AtomicInteger();
        arriving.onArrival(5, runs::incrementAndGet);
        arriving.fail(() -> new TuttiException("gone"));
        arriving.onArrival(6, runs::incrementAndGet);

        assertThat(runs).hasValue(2);
    }

    @Test
    void shouldLetListenersUseTheBytes() throws Exception {
        CompletableFuture<Chunk> seen = new CompletableFuture<>();
        arriving.onArrival(0, () -> seen.complete(arriving.poll(0)));
        arriving.append(chunk(0));

        assertThat(seen.get(1, TimeUnit.MINUTES)).isNotNull();
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedReader() {
        Waiter<Boolean> reader = Waiter.start(() -> {
            assertThatThrownBy(() -> arriving.await(0))
                    .isInstanceOf(OperationInterruptedException.class)
                    .hasMessageContaining("interrupted");
            return Thread.currentThread().isInterrupted();
        });
        reader.awaitParked();
        reader.interrupt();

        assertThat(reader).succeedsWithin(5, TimeUnit.SECONDS).isEqualTo(true);
    }

    private Chunk chunk(int index) {
        return new Chunk(bytes, index * CHUNK, CHUNK);
    }
}
