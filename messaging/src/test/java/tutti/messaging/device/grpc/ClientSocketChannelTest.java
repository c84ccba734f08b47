package tutti.messaging.device.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayOutputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ClientSocketChannelTest {
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    @AfterEach
    void end() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void shouldRefuseAConnectionWithItselfAndFreeThePort() throws Exception {
        InetSocketAddress address = freeAddress();
        ChannelFuture connected = connect(address, address);
        assertThat(connected.cause()).isInstanceOf(ConnectException.class).hasMessageContaining(address.toString());
        assertThat(connected.channel().closeFuture().await(30, TimeUnit.SECONDS))
                .isTrue();
        try (ServerSocket server = new ServerSocket()) {
            server.setReuseAddress(false);
            bindOnceFree(server, address);
            ChannelFuture other = connect(address, new InetSocketAddress(address.getAddress(), 0));
            assertThat(other.isSuccess()).isTrue();
            assertThat(other.channel().close().await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Small ones from one buffer, others as Netty does it, also where the peer takes nothing for a while. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20_000_000})
    void shouldWriteBuffersOfAnySize(int bytesBeforeReading) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Channel channel = connect((InetSocketAddress) server.getLocalSocketAddress(), null)
                    .sync()
                    .channel();
            try (Socket peer = server.accept()) {
                while (sent.size() <= bytesBeforeReading) {
                    write(channel, random, sent);
                }
                for (int group = 0; group < 500; group++) {
                    write(channel, random, sent);
                }
                ChannelFuture closed =
                        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);

                assertThat(peer.getInputStream().readAllBytes()).isEqualTo(sent.toByteArray());
                assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
                assertThat(closed.isSuccess()).isTrue();
            }
        }
    }

    /** Writes a few buffers, of which some are parts of others, and flushes them. */
    private static void write(Channel channel, SplittableRandom random, ByteArrayOutputStream sent) {
        int most = random.nextInt(4) == 0 ? 100_000 : 300;
        for (int buffers = random.nextInt(1, 6); buffers > 0; buffers--) {
            byte[] bytes = new byte[random.nextInt(most)];
            random.nextBytes(bytes);
            sent.writeBytes(bytes);
            ByteBuf whole = channel.alloc().directBuffer(bytes.length + 3);
            whole.writeBytes(new byte[3]).writeBytes(bytes);
            var _ = channel.write(random.nextBoolean() ? whole.skipBytes(3) : whole.slice(3, bytes.length));
        }
        channel.flush();
    }

    /** The event loop closes the socket's descriptor at its next select: shortly after the channel is closed. */
    private static void bindOnceFree(ServerSocket server, InetSocketAddress address) throws Exception {
        while (!server.isBound()) {
            try {
                server.bind(address);
            } catch (BindException e) {
                Thread.sleep(1);
            }
        }
    }

    private ChannelFuture connect(InetSocketAddress remote, InetSocketAddress local) {
        return new Bootstrap()
                .group(loops)
                .channelFactory(ClientSocketChannel::new)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(remote, local)
                .awaitUninterruptibly();
    }

    private static InetSocketAddress freeAddress() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }
    }
}
