package tutti.messaging.bootstrap;

import io.grpc.ManagedChannel;
import io.grpc.ServerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.PeerInfo;
import tutti.messaging.config.Job;
import tutti.messaging.config.VersionInfo;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.shm.HostMemory;
import tutti.messaging.device.shm.RingFiles;
import tutti.messaging.proto.DeviceReport;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.proto.JoinRequest;
import tutti.messaging.proto.Peer;
import tutti.messaging.security.TransportSecurity;
import tutti.serialization.Codec;

/** How one process joins its job: process 0 has the desk and waits there for all others, which call it. */
public final class Joining {
    /** How long process 0 stays to tell the others why the job cannot begin. */
    private static final Duration MISFIT_LIMIT = Duration.ofSeconds(3);

    private final Job job;
    private final Codec codec;
    private final TransportSecurity security;
    private final Function<TransportSecurity, ManagedChannel> channels;
    private final @Nullable Rendezvous desk; // null except in process 0
    private volatile @Nullable RendezvousClient asking; // while this process waits for an answer

    /**
     * Prepares to join.
     *
     * @param security of this process
     * @param channels makes a channel to process 0
     */
    public Joining(
            Job job, Codec codec, TransportSecurity security, Function<TransportSecurity, ManagedChannel> channels) {
        this.job = job;
        this.codec = codec;
        this.security = security;
        this.channels = channels;
        desk = job.process() == 0
                ? new Rendezvous(job, codec.identity(), job.compared(security.isEncrypted()), security.refused())
                : null;
    }

    /** Lets the others call the desk, if it is here. */
    public void serveBy(ServerBuilder<?> server) {
        if (desk != null) {
            server.addService(desk);
        }
    }

    /** Returns where the processes of the job meet, as this process knows it. */
    public Meeting meeting(int port) {
        return new Meeting(port, desk == null ? why -> {} : desk::cancel);
    }

    /**
     * Joins, and waits until all have come.
     *
     * @param port at which this process listens
     * @throws JoinException if process 0 is not reached or refuses, or not all have come in time, or two of them
     *     disagree; all that have come are told
     */
    public JoinReply join(int port) {
        Peer self = self(port);
        return desk == null ? ask(self) : serve(desk, self);
    }

    /**
     * Compares which devices the processes have, all of which do so as often as this one.
     *
     * @param round how often they have done so before
     * @param states what this process has of each device that the job may use
     * @throws JoinException if process 0 is not reached, or another process does not do so in time
     */
    public CommonDevices compareDevices(int round, List<DeviceState> states) {
        DeviceReport.Builder report = DeviceReport.newBuilder()
                .setProcess(job.process())
                .setHost(Addresses.hostName())
                .setRound(round);
        for (DeviceState state : states) {
            report.addDevicesBuilder()
                    .setName(state.name())
                    .setReady(state.ready())
                    .setWords(state.words());
        }
        return desk == null
                ? CommonDevices.of(call(security, client -> client.compareDevices(report.build())))
                : await(desk.compareDevices(report.build()));
    }

    /** The job has begun for another process: this one asks once more if it still waits after some time. */
    public void begunElsewhere(ScheduledExecutorService timer) {
        RendezvousClient waiting = asking;
        if (waiting != null) {
            long nanos = RendezvousClient.ANSWER_LIMIT.toNanos();
            var _ = timer.schedule(waiting::askAgain, nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Describes this process to the others. */
    private Peer self(int port) {
        return Peer.newBuilder()
                .setProcess(job.process())
                .setAddress(Addresses.reachableAddress(job))
                .setPort(port)
                .setHost(Addresses.hostName())
                .setPid(ProcessHandle.current().pid())
                .setSession(security.session())
                .setProcessors(HostProcessors.ofThisProcess())
                .setSharesMemory(HostMemory.isFor(job, RingFiles.PARENT))
                .build();
    }

    /** Returns what the processes of the job have said of themselves. */
    public static List<PeerInfo> peers(JoinReply reply) {
        return reply.getPeersList().stream()
                .map(peer -> new PeerInfo(
                        peer.getProcess(),
                        peer.getAddress(),
                        peer.getPort(),
                        peer.getHost(),
                        peer.getPid(),
                        peer.getSharesMemory()))
                .toList();
    }

    private static JoinReply serve(Rendezvous desk, Peer self) {
        desk.joinSelf(self);
        try {
            return await(desk.complete());
        } catch (JoinException e) {
            letAllKnow(desk);
            throw e;
        }
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            // made here, so that its trace shows who joins
            throw e.getCause() instanceof JoinException cause
                    ? new JoinException(String.valueOf(cause.getMessage()), cause.getCause())
                    : new JoinException("cannot join", e.getCause());
        }
    }

    private static void letAllKnow(Rendezvous desk) {
        try {
            desk.awaitAllTold(MISFIT_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JoinReply ask(Peer self) {
        JoinRequest request = JoinRequest.newBuilder()
                .setWireVersion(FrameFormat.VERSION)
                .setProcesses(job.processes())
                .setSelf(self)
                .setWindowBytes(job.windowBytes())
                .setAlgorithms(job.algorithms())
                .setCodec(codec.identity())
                .setSoftware(VersionInfo.versions())
                .putAllSettings(job.compared(security.isEncrypted()))
                .build();
        try {
            return call(security, client -> client.join(request));
        } catch (RendezvousClient.OtherProtocolException e) {
            // process 0 may have been told another tls: it then hears of it this way, and refuses
            throw call(security.opposite(), client -> client.explain(request, e));
        }
    }

    private <T> T call(TransportSecurity own, Function<RendezvousClient, T> question) {
        try (RendezvousClient client = new RendezvousClient(job, () -> channels.apply(own))) {
            asking = client;
            return question.apply(client);
        } finally {
            asking = null;
        }
    }
}
