package tutti.messaging.device.grpc;

import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.PeerInfo;
import tutti.messaging.bootstrap.Addresses;
import tutti.messaging.bootstrap.CommonDevices;
import tutti.messaging.bootstrap.DeviceState;
import tutti.messaging.bootstrap.HostProcessors;
import tutti.messaging.bootstrap.Joining;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.config.Job;
import tutti.messaging.device.ConnectionOwner;
import tutti.messaging.device.Device;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Joined;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.Wireup;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.security.TransportSecurity;
import tutti.serialization.Codec;

/**
 * Carries messages between processes over gRPC: one server in each, and a call in each direction of a pair that is
 * used.
 *
 * <p>A call whose connection breaks is made again. A process that misses the calls of another calls it, since one that
 * is gone refuses. Its connections also serve a device that has none, by a {@link Wireup}.
 */
public final class GrpcDevice implements Device, ConnectionOwner {
    private static final System.Logger LOG = System.getLogger(GrpcDevice.class.getName());

    /** How long receivers may take nothing when this process wants to end, before it hands them the rest. */
    private static final Duration HAND_OVER_LIMIT = Duration.ofSeconds(5);

    /** How long gRPC may take to tell peers that this process ends. */
    private static final Duration END_LIMIT = Duration.ofSeconds(1);

    /** How long process 0 may take to accept a connection before it is asked again. */
    private static final int JOIN_CONNECT_MILLIS = 1_000;

    private final Job job;
    private final InboundHandler handler;
    private final ProgressEngine engine;
    private final IdleStrategy idleStrategy;
    private final Executor senderPool;
    private final TransportSecurity security;
    private final ConcurrentHashMap<Integer, GrpcConnection> connections = new ConcurrentHashMap<>();
    private final GrpcChannels channels;
    private final CompletableFuture<JoinReply> joined = new CompletableFuture<>();
    private final @Nullable Wireup wireup;
    private final FrameService frames;
    private final Joining joining;
    private final Server server;
    private volatile List<PeerInfo> peers = List.of(); // written once, before another device connects
    private volatile boolean closing;

    /**
     * Listens, but calls no process yet.
     *
     * @param engine drives the sockets; it is closed with this device
     * @param senderPool runs what the threads of devices must not
     * @param addressMapper returns where to connect for reaching an address
     * @param wireups makes what agrees with peers on another way for their frames
     * @throws JoinException if this process cannot listen
     */
    public GrpcDevice(
            Job job,
            Codec codec,
            InboundHandler handler,
            ProgressEngine engine,
            IdleStrategy idleStrategy,
            Executor senderPool,
            UnaryOperator<InetSocketAddress> addressMapper,
            Function<ConnectionOwner, @Nullable Wireup> wireups) {
        this.job = job;
        this.handler = handler;
        this.engine = engine;
        this.idleStrategy = idleStrategy;
        this.senderPool = senderPool;
        channels = new GrpcChannels(engine.loop(), addressMapper);
        security = TransportSecurity.of(job, !Addresses.masterAddress(job).isLoopbackAddress());
        wireup = wireups.apply(this);
        frames = new FrameService(job.processes(), codec, handler, idleStrategy, wireup, new Ends());
        NettyServerBuilder builder = security.protect(NettyServerBuilder.forAddress(Addresses.listenAddress(job)))
                .directExecutor()
                .channelType(NioServerSocketChannel.class)
                .withChildOption(ChannelOption.RECVBUF_ALLOCATOR, new SmallReads())
                .bossEventLoopGroup(engine.loop())
                .workerEventLoopGroup(engine.loop())
                .maxInboundMessageSize(FrameFormat.MAX_FRAME_BYTES)
                .addService(frames.definition());
        joining = new Joining(job, codec, security, this::channelToMaster);
        joining.serveBy(builder);
        try {
            server = builder.build().start();
        } catch (IOException e) {
            throw new JoinException(
                    "cannot listen: process=%d address=%s: %s; is the port taken by another job, or has this JVM made a ColGroupMaster before?"
                            .formatted(job.process(), Addresses.listenAddress(job), e.getMessage()),
                    e);
        }
    }

    /**
     * Waits until every process of the job has come.
     *
     * @return this device alone
     * @throws JoinException if they have not in time, or two of them disagree; this device is closed then
     */
    public Joined join() {
        try {
            JoinReply reply = joining.join(server.getPort());
            peers = Joining.peers(reply);
            joined.complete(reply);
            return new Joined(List.of(this), peers, HostProcessors.count(reply.getPeersList(), job.process()));
        } catch (RuntimeException e) {
            stopAtOnce();
            throw e;
        }
    }

    /**
     * Compares which devices the processes have, when all have come.
     *
     * @throws JoinException if that cannot be
     */
    public CommonDevices compareDevices(int round, List<DeviceState> states) {
        return joining.compareDevices(round, states);
    }

    /** Returns where the processes of the job meet, as this process knows it. */
    public Meeting meeting() {
        return joining.meeting(server.getPort());
    }

    @Override
    public boolean reaches(int process) {
        return process != job.process();
    }

    @Override
    public PeerLink connect(int process) {
        return connection(process).link();
    }

    @Override
    public void openConnection(int process) {
        connection(process);
    }

    @Override
    public boolean isOnThisHost(int process) {
        return peers.get(process).host().equals(peers.get(job.process()).host());
    }

    private GrpcConnection connection(int process) {
        GrpcConnection connection = connections.get(process);
        if (connection == null) {
            connection = connections.computeIfAbsent(process, this::open);
            if (closing) {
                connection.abandon("this process has left the job");
            }
        }
        return connection;
    }

    @Override
    public void checkConnections() {
        connections.values().forEach(GrpcConnection::check);
    }

    @Override
    public void signalAll(Notice notice) {
        connections.values().stream().map(GrpcConnection::link).forEach(link -> {
            link.signal(notice);
            link.flush();
        });
    }

    @Override
    public void abandon(int process, String reason) {
        GrpcConnection connection = connections.get(process);
        if (connection != null) {
            connection.abandon(reason);
        }
        giveUp(process, Status.FAILED_PRECONDITION.withDescription(reason));
    }

    @Override
    public List<Undelivered> close() {
        closing = true;
        try {
            List<Thread> finishing = connections.values().stream()
                    .map(connection -> Thread.ofVirtual()
                            .name("tutti-close-" + job.process())
                            .start(() -> connection.finish(HAND_OVER_LIMIT, job.silenceLimit())))
                    .toList();
            for (Thread each : finishing) { // at once, so that those that take nothing are waited for together
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Undelivered> undelivered = connections.values().stream()
                .map(GrpcConnection::undelivered)
                .filter(Objects::nonNull)
                .toList();
        endCallsOfOthers(undelivered);
        stopAtOnce();
        return undelivered;
    }

    /** Answers the calls of processes that stay: a connection that only breaks can lose the last acknowledgements. */
    private void endCallsOfOthers(List<Undelivered> except) {
        try {
            CompletableFuture.runAsync(() -> frames.leave(except), engine.loop())
                    .thenRun(server::shutdown)
                    .get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            server.awaitTermination(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot end the calls of others", e);
        }
    }

    private void stopAtOnce() {
        closing = true;
        connections.values().forEach(connection -> connection.abandon("closed"));
        server.shutdownNow();
        channels.shutdownNow();
        try {
            long deadline = System.nanoTime() + END_LIMIT.toNanos();
            server.awaitTermination(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            channels.awaitTermination(deadline); // they still need the loop, for what another thread does there
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        engine.close();
    }

    private GrpcConnection open(int process) {
        PeerInfo peer = peers.get(process);
        // not in the caller's context: a callback of gRPC's may run in one that is cancelled already
        Context detached = Context.ROOT.attach();
        try {
            GrpcConnection connection = new GrpcConnection(
                    process,
                    () -> joined.join().getPeers(process).getSession(),
                    millis -> channels.open(security, process, peer.address(), peer.port(), millis),
                    job.reconnectLimit(),
                    senderPool,
                    engine,
                    idleStrategy,
                    wireup,
                    why -> giveUp(process, why));
            connection.open();
            return connection;
        } finally {
            Context.ROOT.detach(detached);
        }
    }

    /** Nothing more comes from a process; {@link Ends} hears of it when all that came before is taken in. */
    private void giveUp(int process, Status why) {
        if (!closing) {
            engine.loop().execute(() -> frames.giveUp(process, why));
        }
    }

    @Override
    public void giveUp(int process, RuntimeException why) {
        giveUp(process, InboundStream.malformed(why));
    }

    /** What becomes of the processes that call this one. */
    private final class Ends implements FrameService.Callers {
        @Override
        public void called(int process) {
            joining.begunElsewhere(engine.loop());
        }

        @Override
        public void broken(int process, int call) {
            if (closing) {
                return;
            }
            var _ = joined.thenRun(() -> connection(process)); // if it is gone, it refuses
            Status why = Status.UNAVAILABLE.withDescription(
                    "connection was lost, and has not come back: reconnect-limit=" + job.reconnectLimit());
            var _ = engine.loop()
                    .schedule(
                            () -> frames.giveUpIfBroken(process, call, why),
                            job.reconnectLimit().toNanos(),
                            TimeUnit.NANOSECONDS);
        }

        @Override
        public void ended(int process, Status why) {
            GrpcConnection connection = connections.get(process);
            if (why.isOk() && connection != null) {
                connection.release();
            }
            if (closing) {
                return;
            }
            if (why.isOk()) {
                handler.ended(process);
                return;
            }
            handler.lost(process, why.asException());
            if (connection != null) {
                connection.abandon(String.valueOf(why.getDescription()));
            }
        }
    }

    private ManagedChannel channelToMaster(TransportSecurity own) {
        return channels.open(own, 0, job.masterHost(), job.masterPort(), JOIN_CONNECT_MILLIS);
    }
}
