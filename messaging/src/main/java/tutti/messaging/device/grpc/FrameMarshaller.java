package tutti.messaging.device.grpc;

import io.grpc.Drainable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.serialization.Chunk;
import tutti.serialization.TuttiException;

/** Writes frames to gRPC and reads them, copying the chunk at most once each way and wrapping nothing in protobuf. */
public final class FrameMarshaller implements MethodDescriptor.Marshaller<Frame> {
    /** What is no longer is read at once: each look into gRPC's buffers makes objects. */
    private static final int SMALL_BYTES = 512;

    /** Of each thread, for what it has done with before the call returns. */
    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[SMALL_BYTES]);

    @Override
    public InputStream stream(Frame frame) {
        return new FrameStream(frame);
    }

    @Override
    public Frame parse(InputStream stream) {
        try {
            int bytes = stream.available(); // gRPC hands over whole messages, so this is all of it
            if (bytes >= FrameFormat.HEADER_BYTES && bytes <= SMALL_BYTES) {
                byte[] whole = SCRATCH.get();
                int end = stream.readNBytes(whole, 0, bytes);
                byte[] body = Arrays.copyOfRange(whole, FrameFormat.HEADER_BYTES, end);
                return FrameFormat.read(whole, new Chunk(body, 0, body.length));
            }
            byte[] header = stream.readNBytes(FrameFormat.HEADER_BYTES);
            if (header.length < FrameFormat.HEADER_BYTES) {
                return new Frame.Malformed("frame is shorter than its header: bytes=" + header.length);
            }
            if (FrameFormat.isChunk(header)
                    && stream instanceof HasByteBuffer buffers
                    && buffers.byteBufferSupported()) {
                return new Frame.Arrived(FrameFormat.readHead(header, stream.available()), stream);
            }
            byte[] body = new byte[stream.available()];
            int length = stream.readNBytes(body, 0, body.length);
            return FrameFormat.read(header, new Chunk(body, 0, length));
        } catch (TuttiException e) {
            return new Frame.Malformed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Header and chunk as gRPC wants to read them: {@link #drainTo} is the way it takes, reading is the fallback. */
    private static final class FrameStream extends InputStream implements KnownLength, Drainable {
        private final Frame frame;
        private final Chunk body;
        private byte @Nullable [] header; // made if it is read
        private int position;

        FrameStream(Frame frame) {
            this.frame = frame;
            body = FrameFormat.body(frame);
        }

        @Override
        public int available() {
            return FrameFormat.HEADER_BYTES + body.length() - position;
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            byte[] drainedHeader = SCRATCH.get();
            FrameFormat.putHeader(frame, drainedHeader);
            int inHeader = Math.min(position, FrameFormat.HEADER_BYTES);
            int inBody = position - inHeader;
            target.write(drainedHeader, inHeader, FrameFormat.HEADER_BYTES - inHeader);
            target.write(body.array(), body.offset() + inBody, body.length() - inBody);
            int drained = available();
            position += drained;
            return drained;
        }

        @Override
        public int read() {
            if (available() == 0) {
                return -1;
            }
            int at = position++;
            byte value = at < FrameFormat.HEADER_BYTES
                    ? header()[at]
                    : body.array()[body.offset() + at - FrameFormat.HEADER_BYTES];
            return value & 0xff;
        }

        private byte[] header() {
            byte[] known = header;
            if (known == null) {
                known = FrameFormat.header(frame);
                header = known;
            }
            return known;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length > 0 && available() == 0) {
                return -1;
            }
            int count = Math.min(length, available());
            for (int i = 0; i < count; i++) {
                bytes[offset + i] = (byte) read();
            }
            return count;
        }
    }
}
