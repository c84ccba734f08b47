package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together;
import tutti.serialization.Chunk;
import tutti.serialization.ChunkWriter;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.codec.ObjectCodec;

class PayloadTest {
    private final Codec codec = new ObjectCodec();

    @Test
    void shouldGiveTheSnapshotItselfToTheOnlyHolder() {
        Codec.Snapshot snapshot = codec.snapshot(new int[] {1, 2, 3});
        Payload payload = ObjectPayload.of(codec, snapshot);

        assertThat(payload.take()).isSameAs(snapshot.value());
    }

    @Test
    void shouldCopyForAllHoldersButTheLast() {
        Codec.Snapshot snapshot = codec.snapshot(new int[] {1, 2, 3});
        Payload payload = ObjectPayload.of(codec, snapshot).share().share();
        int[] first = (int[]) payload.take();
        int[] second = (int[]) payload.take();
        int[] last = (int[]) payload.take();

        assertThat(first).containsExactly(1, 2, 3).isNotSameAs(second).isNotSameAs(last);
        assertThat(second).containsExactly(1, 2, 3).isNotSameAs(last);
        assertThat(last).isSameAs(snapshot.value());
    }

    @Test
    void shouldCountAReleasedHold() {
        Codec.Snapshot snapshot = codec.snapshot(new int[] {1, 2, 3});
        Payload payload = ObjectPayload.of(codec, snapshot).share();
        payload.release();

        assertThat(payload.take()).isSameAs(snapshot.value());
    }

    @Test
    void shouldShareWhatIsImmutable() {
        String value = "text";
        Payload payload = ObjectPayload.of(codec, codec.snapshot(value)).share();

        assertThat(payload.take()).isSameAs(value);
        assertThat(payload.take()).isSameAs(value);
    }

    @Test
    void shouldGiveEachOfManyConcurrentTakersItsOwn() {
        int takers = 8;
        for (int round = 0; round < 200; round++) {
            Payload payload = ObjectPayload.of(codec, codec.snapshot(new int[100]));
            IntStream.range(1, takers).forEach(i -> payload.share());
            List<int[]> taken = Together.all(IntStream.range(0, takers)
                    .<Callable<int[]>>mapToObj(i -> () -> {
                        int[] mine = (int[]) payload.take();
                        int[] seen = mine.clone();
                        Arrays.fill(mine, i + 1);
                        return seen;
                    })
                    .toList());
            assertThat(taken).allSatisfy(seen -> assertThat(seen).containsOnly(0));
        }
    }

    @Test
    void shouldEncodeAtMostOnce() {
        Payload payload = ObjectPayload.of(codec, codec.snapshot(new int[100]));

        assertThat(payload.encoded()).isSameAs(payload.encoded());
        assertThat(codec.decode(payload.encoded())).isEqualTo(new int[100]);
    }

    @Test
    void shouldCountHoldsOfABundlePartByPart() {
        Codec.Snapshot snapshot = codec.snapshot(new int[1]);
        Payload part = ObjectPayload.of(codec, snapshot);
        Payload bundle = Payload.bundle(List.of(part));
        bundle.share();
        assertThat(bundle.takeParts().getFirst().take()).isNotSameAs(snapshot.value());
        bundle.release();
        bundle.share();

        assertThat(bundle.sizeBytes()).isEqualTo(4);
        assertThatThrownBy(bundle::take)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("parts=1");
        assertThatThrownBy(part::takeParts).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldReadABundleFromItsBytes() {
        List<Object> values = Arrays.asList("a", null, new byte[Chunk.MAX_BYTES + 1], new byte[0]);
        Payload bundle = Payload.bundle(values.stream().map(this::captured).toList());
        Encoded bytes = bundle.encoded();
        List<Payload> parts = new BytesPayload(codec, bytes).takeParts();

        assertThat(parts.get(0).take()).isEqualTo("a");
        assertThat(parts.get(1).take()).isNull();
        assertThat(parts.get(2).take()).isEqualTo(values.get(2));
        assertThat(parts.get(3).take()).isEqualTo(values.get(3));
    }

    @Test
    void shouldForwardPartsWithoutDecodingThem() {
        Payload bundle = Payload.bundle(List.of(captured(new byte[Chunk.MAX_BYTES])));
        Payload part = new BytesPayload(codec, bundle.encoded()).takeParts().getFirst();
        Encoded again = Payload.bundle(List.of(part)).encoded();

        assertThat(again.lengthBytes()).isEqualTo(bundle.encoded().lengthBytes());
        assertThat(new BytesPayload(codec, again).takeParts().getFirst().take()).isEqualTo(new byte[Chunk.MAX_BYTES]);
    }

    @Test
    void shouldRefuseAMalformedBundle() {
        for (long[] numbers : new long[][] {{-1}, {Long.MAX_VALUE}, {1, 5}, {1, -1}, {2, 0}}) {
            ChunkWriter out = new ChunkWriter();
            Arrays.stream(numbers).forEach(out::writeLong);
            Payload payload = new BytesPayload(codec, out.finish());
            assertThatThrownBy(payload::takeParts).isInstanceOf(SerializationException.class);
        }
    }

    private Payload captured(@Nullable Object value) {
        return ObjectPayload.of(codec, codec.snapshot(value));
    }
}
