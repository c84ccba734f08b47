package tutti.messaging;

import io.grpc.Metadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;

/** What a watcher of the network reads of the calls on a connection that is not encrypted. */
final class RecordedCalls {
    private static final int PREFACE_BYTES = 24;
    private static final int FRAME_HEADER_BYTES = 9;
    private static final int HEADERS = 1;
    private static final String OWN = "tutti-";

    private RecordedCalls() {}

    /** Returns the headers of the job's protocol of each call on a connection, in order. */
    static List<Metadata> headersOf(byte[] request) {
        DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
        List<Metadata> calls = new ArrayList<>();
        ByteBuf bytes = Unpooled.wrappedBuffer(request);
        bytes.skipBytes(Math.min(PREFACE_BYTES, request.length));
        while (bytes.readableBytes() >= FRAME_HEADER_BYTES) {
            int length = bytes.readUnsignedMedium();
            int type = bytes.readUnsignedByte();
            bytes.skipBytes(1);
            int stream = bytes.readInt();
            if (bytes.readableBytes() < length) {
                break; // has not come yet
            }
            ByteBuf content = bytes.readSlice(length);
            if (type == HEADERS) {
                try {
                    calls.add(ownOf(decoder.decodeHeaders(stream, content)));
                } catch (Http2Exception e) {
                    throw new AssertionError(e);
                }
            }
        }
        return calls;
    }

    private static Metadata ownOf(Http2Headers all) {
        Metadata own = new Metadata();
        all.forEach(header -> {
            String name = header.getKey().toString();
            if (name.startsWith(OWN)) {
                own.put(
                        Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER),
                        header.getValue().toString());
            }
        });
        return own;
    }
}
