package tutti.messaging.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.device.grpc.FrameMarshaller;
import tutti.messaging.match.Envelope;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.Chunk;
import tutti.serialization.TuttiException;

class FrameFormatTest {
    private static final Envelope ENVELOPE = new Envelope(
            Long.MAX_VALUE, 7, 1, Integer.MAX_VALUE, Integer.MAX_VALUE, 1L << 40, CallSignature.NONE, false);

    private final FrameMarshaller marshaller = new FrameMarshaller();

    static Stream<Frame.MessageChunk> chunks() {
        CallSignature label = new CallSignature(255, 12345, Long.MAX_VALUE);
        Chunk body = new Chunk(new byte[] {9, 1, 2, 3, 9}, 1, 3);
        return Stream.of(
                new Frame.MessageChunk(new Envelope(5, 3, 1, 2, 9, 1L << 40, label, true), 3, 0, body),
                new Frame.MessageChunk(ENVELOPE, 1L << 40, (1L << 40) - 3, body),
                new Frame.MessageChunk(new Envelope(0, 0, 0, 0, 0, 0, label, false), 5, 2, body),
                new Frame.MessageChunk(
                        ENVELOPE, Chunk.MAX_BYTES, 0, new Chunk(new byte[Chunk.MAX_BYTES], 0, Chunk.MAX_BYTES)));
    }

    @ParameterizedTest
    @MethodSource("chunks")
    void shouldReadTheChunkThatItWrote(Frame.MessageChunk chunk) throws IOException {
        for (Frame read : roundTrips(chunk)) {
            Frame.MessageChunk got = (Frame.MessageChunk) read; // with an envelope that can become the message
            Frame.MessageChunk same =
                    new Frame.MessageChunk(new Envelope(got.envelope()), got.totalBytes(), got.offset(), got.chunk());
            assertThat(same).usingRecursiveComparison().ignoringFields("chunk").isEqualTo(chunk);
            assertThat(bytes(same.chunk())).isEqualTo(bytes(chunk.chunk()));
        }
    }

    @ParameterizedTest
    @EnumSource(Notice.Kind.class)
    void shouldReadTheNoticeThatItWrote(Notice.Kind kind) throws IOException {
        for (String text : new String[] {"", "rank=3 failed: größer als π"}) {
            Notice signal =
                    new Notice(kind, 1L << 50, 3, -1, 7, 1L << 40, 1L << 41, text, new CallSignature(5, 2, 1L << 42));
            assertThat(roundTrips(new Frame.Control(signal)))
                    .allSatisfy(read -> assertThat(read).isEqualTo(new Frame.Control(signal)));
        }
    }

    @Test
    void shouldWriteTheHeaderAsThePictureSays() {
        byte[] header = FrameFormat.header(new Frame.MessageChunk(
                new Envelope(
                        0x0102030405060708L,
                        6,
                        0x11121314,
                        0x21222324,
                        0x31323334,
                        0x4142434445464748L,
                        new CallSignature(0xab, 0x51525354, 0x6162636465666768L),
                        true),
                0x7172737475767778L,
                0x0112233445566778L,
                new Chunk(new byte[1], 0, 1)));

        assertThat(header)
                .hasSize(FrameFormat.HEADER_BYTES)
                .startsWith(FrameFormat.VERSION, 0, 0x61, 0xab, 0x34, 0x33, 0x32, 0x31)
                .containsSequence(8, 7, 6, 5, 4, 3, 2, 1, 0x14, 0x13, 0x12, 0x11, 0x24, 0x23, 0x22, 0x21)
                .endsWith(0x54, 0x53, 0x52, 0x51, 0, 0, 0, 0, 0x68, 0x67, 0x66, 0x65, 0x64, 0x63, 0x62, 0x61);
    }

    static Stream<Consumer<byte[]>> damages() {
        return Stream.of(
                header -> header[0]++, // version
                header -> header[1] = 77, // kind
                header -> header[2] = 2, // flags: none of ours
                header -> header[31] = (byte) 0x80, // sequence number: negative
                header -> header[32] = 0, // total: fewer bytes than the chunk
                header -> header[39] = (byte) 0x80, // total: negative
                header -> header[40] = 1, // offset: chunk ends beyond the total
                header -> header[47] = (byte) 0x80); // offset: negative
    }

    @ParameterizedTest
    @MethodSource("damages")
    void shouldRefuseADamagedHeader(Consumer<byte[]> damage) {
        Chunk body = new Chunk(new byte[3], 0, 3);
        byte[] header = FrameFormat.header(new Frame.MessageChunk(ENVELOPE, 3, 0, body));
        assertThat(FrameFormat.read(header, body)).isInstanceOf(Frame.MessageChunk.class);
        damage.accept(header);

        assertThatThrownBy(() -> FrameFormat.read(header, body))
                .isInstanceOf(TuttiException.class)
                .hasMessageContaining("frame");
    }

    @Test
    void shouldRefuseAChunkWithoutBytes() {
        Chunk nothing = new Chunk(new byte[0], 0, 0);
        byte[] header = FrameFormat.header(new Frame.MessageChunk(ENVELOPE, 3, 0, nothing));

        assertThatThrownBy(() -> FrameFormat.read(header, nothing)).isInstanceOf(TuttiException.class);
    }

    @Test
    void shouldReportBytesThatEndInsideTheHeader() {
        for (int length : new int[] {0, 1, FrameFormat.HEADER_BYTES - 1}) {
            Frame read = marshaller.parse(new ByteArrayInputStream(new byte[length]));
            assertThat(read).isInstanceOf(Frame.Malformed.class).asString().contains("bytes=" + length);
        }
    }

    @Test
    void shouldCutAnEndlessTextShort() {
        String text = "x".repeat(2 * Chunk.MAX_BYTES);
        Chunk body = FrameFormat.body(new Frame.Control(Notice.failed(1, 2, 2, text)));

        assertThat(body.length()).isEqualTo(Chunk.MAX_BYTES);
    }

    /** Reads a frame back in each of the ways in which gRPC may take its bytes. */
    private Frame[] roundTrips(Frame frame) throws IOException {
        ByteArrayOutputStream drained = new ByteArrayOutputStream();
        InputStream stream = marshaller.stream(frame);
        int length = ((KnownLength) stream).available();
        assertThat(((Drainable) stream).drainTo(drained)).isEqualTo(length);
        assertThat(stream.available()).isZero();
        byte[] read = marshaller.stream(frame).readAllBytes();
        ByteArrayOutputStream mixed = new ByteArrayOutputStream();
        InputStream partly = marshaller.stream(frame);
        mixed.write(partly.read());
        mixed.write(partly.readNBytes(63));
        ((Drainable) partly).drainTo(mixed);
        return new Frame[] {parse(drained.toByteArray()), parse(read), parse(mixed.toByteArray())};
    }

    private Frame parse(byte[] bytes) {
        return marshaller.parse(new ByteArrayInputStream(bytes));
    }

    private static byte[] bytes(Chunk chunk) {
        return java.util.Arrays.copyOfRange(chunk.array(), chunk.offset(), chunk.offset() + chunk.length());
    }
}
