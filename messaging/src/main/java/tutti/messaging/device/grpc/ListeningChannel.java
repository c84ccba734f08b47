package tutti.messaging.device.grpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.List;

/**
 * The port of a process, whose callers may send larger frames of HTTP/2 than the 16 KiB that each implementation takes
 * (RFC 9113, section 4.2).
 *
 * <p>gRPC has no option for that, so a SETTINGS frame follows the one that gRPC sends. What lies between caller and
 * process, as a proxy of a service mesh, has settings of its own, and sees nothing unusual.
 */
final class ListeningChannel extends NioServerSocketChannel {
    /** A quarter of the largest message of gRPC: of larger frames the last part would have to be awaited. */
    static final int LARGEST_FRAME_BYTES = 64 * 1024;

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
        int count = super.doReadMessages(accepted);
        accepted.forEach(channel -> ((Channel) channel).pipeline().addFirst(new Offer()));
        return count;
    }

    /** Tells a caller about the frames that it may send, as soon as it speaks HTTP/2. */
    private static final class Offer extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
            if (http2 != null) { // not before a handshake of TLS is over
                offer(http2, context.pipeline().context(http2));
                context.pipeline().remove(this);
            }
            context.fireChannelRead(bytes);
        }

        private static void offer(Http2ConnectionHandler http2, ChannelHandlerContext context) {
            Http2Settings settings = new Http2Settings().maxFrameSize(LARGEST_FRAME_BYTES);
            var _ = http2.encoder().writeSettings(context, settings, context.newPromise());
            context.flush();
        }
    }
}
