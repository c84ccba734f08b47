package tutti.messaging.device.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.messaging.RawBytes;

@Timeout(60)
class ListeningChannelTest {
    private static final MethodDescriptor<byte[], byte[]> ECHO = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("test/echo")
            .setRequestMarshaller(new RawBytes())
            .setResponseMarshaller(new RawBytes())
            .build();

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    @AfterEach
    void end() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void shouldLetCallersSendLargerFrames() throws Exception {
        Server server = NettyServerBuilder.forPort(0)
                .directExecutor()
                .channelFactory(ListeningChannel::new)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .addService(ServerServiceDefinition.builder("test")
                        .addMethod(ECHO, ServerCalls.asyncUnaryCall((request, response) -> {
                            response.onNext(request);
                            response.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        AtomicReference<NioSocketChannel> socket = new AtomicReference<>();
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", server.getPort())
                .usePlaintext()
                .eventLoopGroup(loops)
                .channelFactory(() -> {
                    socket.set(new NioSocketChannel());
                    return socket.get();
                })
                .build();
        try {
            byte[] bytes = new byte[1_000_000];
            new Random(1).nextBytes(bytes);
            for (int i = 0; i < 3; i++) { // the first may begin before the settings have come
                assertThat(ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, bytes))
                        .isEqualTo(bytes);
            }
            assertThat(socket.get()
                            .pipeline()
                            .get(Http2ConnectionHandler.class)
                            .encoder()
                            .frameWriter()
                            .configuration()
                            .frameSizePolicy()
                            .maxFrameSize())
                    .isEqualTo(ListeningChannel.LARGEST_FRAME_BYTES);
        } finally {
            channel.shutdownNow();
            server.shutdownNow();
        }
    }
}
