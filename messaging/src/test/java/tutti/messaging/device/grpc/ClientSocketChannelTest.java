package tutti.messaging.device.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
