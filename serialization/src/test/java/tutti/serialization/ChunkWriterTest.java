package tutti.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkWriterTest {
    private static final int MAX = Chunk.MAX_BYTES;

    @Test
    void shouldGiveOneEmptyChunkForNothing() {
        Encoded encoded = new ChunkWriter().finish();

        assertThat(encoded.lengthBytes()).isZero();
        assertThat(chunksOf(encoded)).isEmpty();
        assertThat(encoded.await(0).length()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256, 257, 1000, MAX - 1, MAX, MAX + 1, 2 * MAX, 2 * MAX + 1, 5 * MAX + 17})
    void shouldKeepEveryByteWhateverTheLength(int length) {
        byte[] bytes = TestBytes.of(length);
        ChunkWriter out = new ChunkWriter();
        out.write(bytes, 0, length);
        Encoded encoded = out.finish();

        assertThat(encoded.lengthBytes()).isEqualTo(length);
        assertThat(TestBytes.join(encoded)).isEqualTo(bytes);
        assertThat(chunksOf(encoded))
                .allSatisfy(chunk -> assertThat(chunk.length()).isBetween(1, MAX));
    }

    @ParameterizedTest
    @ValueSource(ints = {MAX - 1, MAX, MAX + 1, 2 * MAX + 1})
    void shouldKeepEveryByteWhenWrittenOneByOne(int length) {
        byte[] bytes = TestBytes.of(length);
        ChunkWriter out = new ChunkWriter();
        for (byte value : bytes) {
            out.write(value);
        }

        assertThat(TestBytes.join(out.finish())).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 100, MAX, 10L * MAX, Long.MAX_VALUE})
    void shouldTakeAnyExpectationAsAHintOnly(long expectedBytes) {
        byte[] bytes = TestBytes.of(3000);
        ChunkWriter out = new ChunkWriter(expectedBytes);
        out.write(bytes, 0, bytes.length);

        assertThat(TestBytes.join(out.finish())).isEqualTo(bytes);
    }

    @Test
    void shouldWriteOnlyTheStretchThatIsAskedFor() {
        byte[] bytes = TestBytes.of(100);
        ChunkWriter out = new ChunkWriter();
        out.write(bytes, 10, 20);
        out.write(MemorySegment.ofArray(bytes), 90, 10);

        assertThat(TestBytes.join(out.finish()))
                .isEqualTo(TestBytes.concat(
                        java.util.Arrays.copyOfRange(bytes, 10, 30), java.util.Arrays.copyOfRange(bytes, 90, 100)));
        assertThatThrownBy(() -> new ChunkWriter().write(bytes, 90, 11)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldWriteNumbersLeastSignificantByteFirst() {
        ChunkWriter out = new ChunkWriter();
        out.writeLong(0x0807060504030201L);

        assertThat(TestBytes.join(out.finish())).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void shouldAppendLargeChunksWithoutCopyingThem() {
        byte[] bytes = TestBytes.of(MAX);
        ChunkWriter out = new ChunkWriter();
        out.write(1);
        out.append(Encoded.of(List.of(new Chunk(bytes, 0, MAX))));
        out.write(2);
        Encoded encoded = out.finish();

        assertThat(TestBytes.join(encoded)).isEqualTo(TestBytes.concat(new byte[] {1}, bytes, new byte[] {2}));
        assertThat(chunksOf(encoded))
                .anySatisfy(chunk -> assertThat(chunk.array()).isSameAs(bytes));
    }

    @Test
    void shouldAppendManySmallEncodingsInOrder() {
        ChunkWriter out = new ChunkWriter();
        byte[] expected = new byte[0];
        for (int i = 0; i < 50; i++) {
            byte[] part = TestBytes.of(i);
            out.append(Encoded.of(List.of(new Chunk(part, 0, i))));
            out.write(i);
            expected = TestBytes.concat(expected, part, new byte[] {(byte) i});
        }

        assertThat(TestBytes.join(out.finish())).isEqualTo(expected);
    }

    private static List<Chunk> chunksOf(Encoded encoded) {
        List<Chunk> chunks = new ArrayList<>();
        encoded.forEach(chunks::add);
        return chunks;
    }
}
