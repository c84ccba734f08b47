package tutti.messaging.device.grpc;

import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.PeerInfo;
import tutti.messaging.bootstrap.Addresses;
import tutti.messaging.bootstrap.Joining;
import tutti.messaging.bootstrap.Rendezvous;
import tutti.messaging.config.Job;
import tutti.messaging.device.Device;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Joined;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.SharedMemory;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.shm.HostMemory;
import tutti.messaging.device.shm.RingFiles;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.proto.Peer;
import tutti.messaging.security.TransportSecurity;
import tutti.serialization.Codec;

/**
 * Carries messages between processes over gRPC: one server in each, and a call in each direction of a pair that is used.
 *
 * <p>A call whose connection breaks is made again. Whoever misses the calls of another calls it, since one that is gone refuses.
 */
public final class GrpcDevice implements Device {
    private static final System.Logger LOG = System.getLogger(GrpcDevice.class.getName());

    /** How long receivers may take nothing while this process wants to end, before it hands them the rest all the same. */
    private static final Duration HAND_OVER_LIMIT = Duration.ofSeconds(5);

    /** How long gRPC may take to tell peers that this process ends. */
    private static final Duration END_LIMIT = Duration.ofSeconds(1);

    /** How long process 0 may take to accept a connection before it is asked again. */
    private static final int JOIN_CONNECT_MILLIS = 1_000;

    private final Job job;
    private final UnaryOperator<InetSocketAddress> roads;
    private final InboundHandler arrivals;
    private final ProgressEngine watchman;
    private final IdleStrategy patience;
    private final TransportSecurity protection;
    private final @Nullable HostMemory hostMemory;
    private final @Nullable Rendezvous desk; // null except in process 0
    private final Server server;
    private final Executor senderPool;
    private final ConcurrentHashMap<Integer, GrpcLink> connections = new ConcurrentHashMap<>();
    private final FrameService frames;
    private final Queue<ManagedChannel> channels = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<JoinReply> joined = new CompletableFuture<>();
    private volatile List<PeerInfo> peers = List.of(); // written once, before anybody connects
    private volatile boolean closing;

    private GrpcDevice(
            Job job,
            Codec codec,
            InboundHandler arrivals,
            IdleStrategy patience,
            UnaryOperator<InetSocketAddress> roads) {
        this.job = job;
        this.roads = roads;
        this.arrivals = arrivals;
        protection = TransportSecurity.of(job, !Addresses.masterAddress(job).isLoopbackAddress());
        this.patience = patience;
        watchman = watchman(job);
        patience.share(watchman);
        hostMemory = HostMemory.of(job, RingFiles.PARENT, watchman, patience);
        Thread.Builder senders = Thread.ofVirtual().name("tutti-sender-" + job.process() + "-", 0);
        ThreadFactory factory = senders.factory();
        senderPool = task -> factory.newThread(task).start();
        frames = new FrameService(job.processes(), codec, arrivals, patience, hostMemory, new Ends());
        NettyServerBuilder builder = protection
                .protect(NettyServerBuilder.forAddress(Addresses.listenAddress(job)))
                .directExecutor()
                .channelType(NioServerSocketChannel.class)
                .bossEventLoopGroup(watchman.loop())
                .workerEventLoopGroup(watchman.loop())
                .maxInboundMessageSize(FrameFormat.MAX_FRAME_BYTES)
                .addService(frames.definition());
        desk = job.process() == 0
                ? new Rendezvous(job, codec.identity(), job.compared(protection.isEncrypted()), protection.refused())
                : null;
        if (desk != null) {
            builder.addService(desk);
        }
        try {
            server = builder.build().start();
        } catch (IOException e) {
            throw new JoinException(
                    "cannot listen: process=%d address=%s: %s; is the port taken by another job, or has this JVM made a ColGroupMaster before?"
                            .formatted(job.process(), Addresses.listenAddress(job), e.getMessage()),
                    e);
        }
    }

    /** Starts the transport of one process, and waits until every process of the job has come. */
    public static Joined join(Job job, Codec codec, InboundHandler arrivals, IdleStrategy patience) {
        return join(job, codec, arrivals, patience, address -> address);
    }

    /**
     * Starts the transport of one process whose ways to others are not straight.
     *
     * @param roads returns where to connect for reaching an address
     */
    public static Joined join(
            Job job,
            Codec codec,
            InboundHandler arrivals,
            IdleStrategy patience,
            UnaryOperator<InetSocketAddress> roads) {
        GrpcDevice transport = new GrpcDevice(job, codec, arrivals, patience, roads);
        try {
            Rendezvous desk = transport.desk;
            JoinReply reply = desk == null
                    ? Joining.ask(job, codec, transport.protection, transport.self(), transport::channelToMaster)
                    : Joining.serve(desk, transport.self());
            transport.peers = reply.getPeersList().stream()
                    .map(peer -> new PeerInfo(
                            peer.getProcess(), peer.getAddress(), peer.getPort(), peer.getHost(), peer.getPid()))
                    .toList();
            transport.joined.complete(reply);
            return new Joined(transport, transport.peers);
        } catch (RuntimeException e) {
            transport.stopAtOnce();
            throw e;
        }
    }

    @Override
    public PeerLink connect(int process) {
        GrpcLink connection = connections.get(process);
        if (connection == null) {
            connection = connections.computeIfAbsent(process, this::open);
            if (closing) {
                connection.abandon("this process has left the job");
            }
        }
        return connection;
    }

    @Override
    public @Nullable SharedMemory sharedMemory() {
        return hostMemory;
    }

    @Override
    public void checkConnections() {
        connections.values().forEach(GrpcLink::check);
    }

    @Override
    public void signalAll(Notice signal) {
        connections.values().forEach(connection -> {
            connection.signal(signal);
            connection.flush();
        });
    }

    @Override
    public void abandon(int process, String reason) {
        GrpcLink connection = connections.get(process);
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
                .map(GrpcLink::undelivered)
                .filter(Objects::nonNull)
                .toList();
        tellWhatHasCome();
        stopAtOnce();
        return undelivered;
    }

    /** Others have perhaps sent what this process has taken and not acknowledged: they must not think that it is lost. */
    private void tellWhatHasCome() {
        try {
            CompletableFuture.runAsync(frames::acknowledgeAll, watchman.loop())
                    .get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            // this process has closed before
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot acknowledge", e);
        }
    }

    private void stopAtOnce() {
        closing = true;
        connections.values().forEach(connection -> connection.abandon("closed"));
        server.shutdownNow();
        channels.forEach(ManagedChannel::shutdownNow);
        try {
            long deadline = System.nanoTime() + END_LIMIT.toNanos();
            server.awaitTermination(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            for (ManagedChannel channel : channels) { // each still needs the loop, for what another thread does there
                channel.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        watchman.close();
    }

    private GrpcLink open(int process) {
        PeerInfo peer = peers.get(process);
        // not in the caller's context: a callback of gRPC's may run in one that is cancelled already
        Context detached = Context.ROOT.attach();
        try {
            GrpcLink connection = new GrpcLink(
                    process,
                    () -> joined.join().getPeers(process).getSession(),
                    millis -> channel(protection, process, peer.address(), peer.port(), millis),
                    job.reconnectLimit(),
                    senderPool,
                    watchman,
                    patience,
                    () -> offer(peer),
                    why -> giveUp(process, why));
            connection.open();
            return connection;
        } finally {
            Context.ROOT.detach(detached);
        }
    }

    private GrpcLink.@Nullable Offer offer(PeerInfo peer) {
        if (hostMemory == null || !peer.host().equals(peers.get(job.process()).host())) {
            return null;
        }
        RingFiles files = hostMemory.invite(peer.process());
        return files == null ? null : new GrpcLink.Offer(hostMemory, files);
    }

    /** Nothing more shall come from a process; when all that came before has been taken in, {@link Ends} hears of it. */
    private void giveUp(int process, Status why) {
        if (!closing) {
            watchman.loop().execute(() -> frames.giveUp(process, why));
        }
    }

    /** What becomes of the processes that call this one. */
    private final class Ends implements FrameService.Callers {
        @Override
        public void broken(int process, int call) {
            if (closing) {
                return;
            }
            var _ = joined.thenRun(() -> connect(process)); // if it is gone, it refuses
            Status why = Status.UNAVAILABLE.withDescription(
                    "connection was lost, and has not come back: reconnect-limit=" + job.reconnectLimit());
            var _ = watchman.loop()
                    .schedule(
                            () -> frames.giveUpIfBroken(process, call, why),
                            job.reconnectLimit().toNanos(),
                            TimeUnit.NANOSECONDS);
        }

        @Override
        public void ended(int process, Status why) {
            GrpcLink connection = connections.get(process);
            if (why.isOk() && connection != null) {
                connection.letGo();
            }
            if (closing) {
                return;
            }
            if (why.isOk()) {
                arrivals.ended(process);
                return;
            }
            arrivals.lost(process, why.asException());
            if (connection != null) {
                connection.abandon(String.valueOf(why.getDescription()));
            }
        }
    }

    private ManagedChannel channel(TransportSecurity own, int process, String address, int port, int connectMillis) {
        InetSocketAddress road = roads.apply(InetSocketAddress.createUnresolved(address, port));
        ManagedChannel channel = own.protect(
                        NettyChannelBuilder.forAddress(road.getHostString(), road.getPort()), process)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                .directExecutor()
                .channelType(NioSocketChannel.class)
                .eventLoopGroup(watchman.loop())
                .disableRetry()
                .build();
        channels.removeIf(ManagedChannel::isTerminated);
        channels.add(channel);
        return channel;
    }

    private ManagedChannel channelToMaster(TransportSecurity own) {
        return channel(own, 0, job.masterHost(), job.masterPort(), JOIN_CONNECT_MILLIS);
    }

    private static ProgressEngine watchman(Job job) {
        try {
            return new ProgressEngine(job.process());
        } catch (IOException e) {
            throw new JoinException("cannot wait for other processes: process=" + job.process(), e);
        }
    }

    private Peer self() {
        return Peer.newBuilder()
                .setProcess(job.process())
                .setAddress(Addresses.reachableAddress(job))
                .setPort(server.getPort())
                .setHost(Addresses.hostName())
                .setPid(ProcessHandle.current().pid())
                .setSession(protection.session())
                .build();
    }
}
