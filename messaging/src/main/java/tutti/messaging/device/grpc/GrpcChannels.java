package tutti.messaging.device.grpc;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import tutti.messaging.progress.CallerRunsEventLoop;
import tutti.messaging.security.TransportSecurity;

/** Makes the channels of a process to others, and shuts them down. Thread-safe. */
final class GrpcChannels {
    private final CallerRunsEventLoop loop;
    private final UnaryOperator<InetSocketAddress> addressMapper;
    private final Queue<ManagedChannel> channels = new ConcurrentLinkedQueue<>();

    /**
     * Prepares to make channels.
     *
     * @param addressMapper returns where to connect for reaching an address
     */
    GrpcChannels(CallerRunsEventLoop loop, UnaryOperator<InetSocketAddress> addressMapper) {
        this.loop = loop;
        this.addressMapper = addressMapper;
    }

    /** Makes a channel to a process; it connects when the first call is made. */
    ManagedChannel open(TransportSecurity security, int process, String address, int port, int connectMillis) {
        InetSocketAddress target = addressMapper.apply(InetSocketAddress.createUnresolved(address, port));
        ManagedChannel channel = security.protect(
                        NettyChannelBuilder.forAddress(target.getHostString(), target.getPort()), process)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                .directExecutor()
                .channelFactory(ClientSocketChannel::new)
                .eventLoopGroup(loop)
                .disableRetry()
                .build();
        channels.removeIf(ManagedChannel::isTerminated);
        channels.add(channel);
        return channel;
    }

    void shutdownNow() {
        channels.forEach(ManagedChannel::shutdownNow);
    }

    /** Waits until the loop has done for all channels what shutting them down needs. */
    void awaitTermination(long deadlineNanos) throws InterruptedException {
        for (ManagedChannel channel : channels) {
            channel.awaitTermination(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }
}
