package tutti.messaging;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.VersionInfo;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Notice;
import tutti.messaging.device.grpc.FrameService;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Recipient;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.proto.JobDeskGrpc;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.proto.JoinRequest;
import tutti.messaging.proto.Peer;
import tutti.messaging.security.CallHeaders;
import tutti.messaging.security.TransportSecurity;
import tutti.serialization.codec.ObjectCodec;

/** A process of a job that writes frame by frame what a test tells it, so that it can stop in between, and die. */
public final class FakeProcess implements AutoCloseable {
    private static final MethodDescriptor<byte[], byte[]> EXCHANGE_BYTES = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(FrameService.EXCHANGE.getType())
            .setFullMethodName(FrameService.EXCHANGE.getFullMethodName())
            .setRequestMarshaller(new RawBytes())
            .setResponseMarshaller(new RawBytes())
            .build();

    private final TransportSecurity protection;
    private final Server server;
    private final List<ManagedChannel> channels = new CopyOnWriteArrayList<>();
    private final Map<Integer, ClientCall<byte[], byte[]>> calls = new ConcurrentHashMap<>();
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private final JoinReply reply;

    private FakeProcess(Job job, ServerInterceptor interceptor) {
        protection = TransportSecurity.of(job, false);
        try {
            server = protection
                    .protect(NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                    .directExecutor()
                    .maxInboundMessageSize(FrameFormat.MAX_FRAME_BYTES)
                    .addService(ServerInterceptors.intercept(frames(job).definition(), interceptor))
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reply = JobDeskGrpc.newBlockingStub(channel(0, job.masterPort()))
                .withWaitForReady()
                .join(request(job)
                        .setSelf(peer(job, server.getPort(), protection.session()))
                        .build());
    }

    private FrameService frames(Job job) {
        return new FrameService(
                job.processes(),
                new ObjectCodec(),
                new Recorder(),
                new IdleStrategy(WaitStrategy.PARK),
                null,
                new Ends());
    }

    /** Joins a job as one of its processes. */
    static FakeProcess join(Job job) {
        return new FakeProcess(job, new ServerInterceptor() {
            @Override
            public <Q, A> ServerCall.Listener<Q> interceptCall(
                    ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
                return next.startCall(call, headers);
            }
        });
    }

    /** Joins a job as one of its processes, which does something else with calls whose proof was right. */
    static FakeProcess join(Job job, ServerInterceptor interceptor) {
        return new FakeProcess(job, interceptor);
    }

    /** Returns what a process sends to join a job; the caller may make it wrong. */
    public static JoinRequest.Builder request(Job job) {
        return JoinRequest.newBuilder()
                .setWireVersion(FrameFormat.VERSION)
                .setProcesses(job.processes())
                .setWindowBytes(job.windowBytes())
                .setCodec(new ObjectCodec().identity())
                .setSoftware(VersionInfo.versions())
                .putAllSettings(job.compared(false))
                .setSelf(peer(job, 1, Secret.randomText()));
    }

    private static Peer peer(Job job, int port, String session) {
        return Peer.newBuilder()
                .setProcess(job.process())
                .setAddress("127.0.0.1")
                .setPort(port)
                .setHost("fake-host")
                .setPid(4711)
                .setSession(session)
                .build();
    }

    /** Writes a frame to a process. */
    void send(int process, Frame frame) {
        byte[] header = FrameFormat.header(frame);
        tutti.serialization.Chunk body = FrameFormat.body(frame);
        byte[] bytes = java.util.Arrays.copyOf(header, header.length + body.length());
        System.arraycopy(body.array(), body.offset(), bytes, header.length, body.length());
        sendBytes(process, bytes);
    }

    /** Writes bytes to a process where it expects a frame. */
    void sendBytes(int process, byte[] bytes) {
        calls.computeIfAbsent(process, this::open).sendMessage(bytes);
    }

    /** Returns what other processes have sent to this one. */
    BlockingQueue<Message> messages() {
        return messages;
    }

    /** Ends all streams as a killed process would. */
    void die() {
        channels.forEach(ManagedChannel::shutdownNow);
        server.shutdownNow();
    }

    @Override
    public void close() {
        die();
    }

    private ClientCall<byte[], byte[]> open(int process) {
        ClientCall<byte[], byte[]> call =
                channel(process, reply.getPeers(process).getPort()).newCall(EXCHANGE_BYTES, CallOptions.DEFAULT);
        Metadata headers = new Metadata();
        headers.put(CallHeaders.CALL, "1");
        call.start(new ClientCall.Listener<>() {}, headers);
        call.request(1);
        return call;
    }

    private ManagedChannel channel(int process, int port) {
        ManagedChannel channel = protection
                .protect(NettyChannelBuilder.forAddress("127.0.0.1", port), process)
                .directExecutor()
                .build();
        channels.add(channel);
        return channel;
    }

    private final class Recorder implements InboundHandler, Recipient {
        private final List<Notice> signals = new ArrayList<>();

        @Override
        public Recipient recipient(long group, int member) {
            return this;
        }

        @Override
        public @Nullable ReceiveRequest claim(
                Envelope message, long messageBytes, MemorySegment memory, long at, long length) {
            return null;
        }

        @Override
        public boolean fill(Envelope like, long sequence, MemorySegment memory, long at, int length) {
            return false;
        }

        @Override
        public boolean hasPosted(int context) {
            return false;
        }

        @Override
        public void arrived(int context) {
            // nothing waits here
        }

        @Override
        public void arrive(Message message) {
            messages.add(message);
        }

        @Override
        public void signal(int process, Notice signal) {
            signals.add(signal);
        }

        @Override
        public void ended(int process) {
            // no one waits here
        }

        @Override
        public void lost(int process, Throwable cause) {
            // no one waits here
        }
    }

    /** No one waits here. */
    private static final class Ends implements FrameService.Callers {
        @Override
        public void called(int process) {}

        @Override
        public void broken(int process, int call) {}

        @Override
        public void ended(int process, Status why) {}
    }

    private static final class RawBytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
