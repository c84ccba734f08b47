package tutti.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkReaderTest {
    private static final int LENGTH = 1000;

    private final byte[] bytes = TestBytes.of(LENGTH);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 999, 1000, 5000})
    void shouldReadAcrossChunksOfAnySize(int chunkBytes) throws IOException {
        ChunkReader in = new ChunkReader(chunked(chunkBytes));

        assertThat(in.readAllBytes()).isEqualTo(bytes);
        assertThat(in.remaining()).isZero();
        assertThat(in.read()).isEqualTo(-1);
        assertThat(in.read(new byte[3], 0, 3)).isEqualTo(-1);
    }

    @Test
    void shouldReadSingleBytesAsUnsigned() {
        ChunkReader in = new ChunkReader(Encoded.of(List.of(new Chunk(new byte[] {-1, 0, 1}, 0, 3))));

        assertThat(List.of(in.read(), in.read(), in.read(), in.read())).containsExactly(255, 0, 1, -1);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 1000})
    void shouldFillMemoryAcrossChunks(int chunkBytes) {
        ChunkReader in = new ChunkReader(chunked(chunkBytes));
        in.read();
        long[] target = new long[100];
        in.readFully(MemorySegment.ofArray(target));

        assertThat(MemorySegment.ofArray(target).mismatch(MemorySegment.ofArray(Arrays.copyOfRange(bytes, 1, 801))))
                .isEqualTo(-1);
        assertThat(in.remaining()).isEqualTo(LENGTH - 801);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 100})
    void shouldReadNumbersAcrossChunks(int chunkBytes) {
        ChunkWriter out = new ChunkWriter();
        long[] numbers = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x0102030405060708L};
        Arrays.stream(numbers).forEach(out::writeLong);
        ChunkReader in = new ChunkReader(chunked(TestBytes.join(out.finish()), chunkBytes));

        assertThat(Arrays.stream(numbers).map(number -> in.readLong()))
                .containsExactly(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 0x0102030405060708L);
        assertThatThrownBy(in::readLong)
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("remaining=0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 1000})
    void shouldSliceWithoutCopying(int chunkBytes) throws IOException {
        Encoded source = chunked(chunkBytes);
        ChunkReader in = new ChunkReader(source);
        Encoded first = in.slice(10);
        Encoded nothing = in.slice(0);
        Encoded second = in.slice(500);

        assertThat(TestBytes.join(first)).isEqualTo(Arrays.copyOfRange(bytes, 0, 10));
        assertThat(nothing.lengthBytes()).isZero();
        assertThat(TestBytes.join(second)).isEqualTo(Arrays.copyOfRange(bytes, 10, 510));
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 510, LENGTH));
        assertThat(first.await(0).array()).isSameAs(source.await(0).array());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1001, Long.MAX_VALUE})
    void shouldRefuseASliceThatIsNotThere(long lengthBytes) {
        ChunkReader in = new ChunkReader(chunked(100));

        assertThatThrownBy(() -> in.slice(lengthBytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("part=" + lengthBytes)
                .hasMessageContaining("remaining=1000");
    }

    @Test
    void shouldLetSeveralReadersFollowTheSameBytes() throws IOException {
        Encoded source = chunked(64);
        ChunkReader one = new ChunkReader(source);
        ChunkReader other = new ChunkReader(source);
        assertThat(one.readNBytes(500)).isEqualTo(Arrays.copyOf(bytes, 500));

        assertThat(other.readAllBytes()).isEqualTo(bytes);
        assertThat(one.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 500, LENGTH));
    }

    private Encoded chunked(int chunkBytes) {
        return chunked(bytes, chunkBytes);
    }

    /** Cuts bytes up; each chunk lies inside a larger array, so that offsets matter. */
    private static Encoded chunked(byte[] bytes, int chunkBytes) {
        List<Chunk> chunks = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += chunkBytes) {
            chunks.add(new Chunk(bytes, from, Math.min(chunkBytes, bytes.length - from)));
        }
        return Encoded.of(chunks);
    }
}
