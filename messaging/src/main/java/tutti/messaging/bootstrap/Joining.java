package tutti.messaging.bootstrap;

import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.config.VersionInfo;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.proto.JoinRequest;
import tutti.messaging.proto.Peer;
import tutti.messaging.security.TransportSecurity;
import tutti.serialization.Codec;

/** How one process joins its job: process 0 waits for all others, which ask it. */
public final class Joining {
    /** How long process 0 stays to tell the others why the job cannot begin. */
    private static final Duration MISFIT_LIMIT = Duration.ofSeconds(3);

    private Joining() {}

    /** Describes this process to the others. */
    public static Peer self(Job job, int port, String session) {
        return Peer.newBuilder()
                .setProcess(job.process())
                .setAddress(Addresses.reachableAddress(job))
                .setPort(port)
                .setHost(Addresses.hostName())
                .setPid(ProcessHandle.current().pid())
                .setSession(session)
                .setProcessors(HostProcessors.ofThisProcess())
                .build();
    }

    /**
     * Waits, as process 0, until all have come.
     *
     * @throws JoinException if they have not in time, or two of them disagree; all that have come are told
     */
    public static JoinReply serve(Rendezvous desk, Peer self) {
        desk.joinSelf(self);
        try {
            return desk.complete().join();
        } catch (CompletionException e) {
            letAllKnow(desk);
            throw e.getCause() instanceof JoinException cause ? cause : new JoinException("cannot join", e.getCause());
        }
    }

    private static void letAllKnow(Rendezvous desk) {
        try {
            desk.awaitAllTold(MISFIT_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Asks process 0, and waits until all have come.
     *
     * @param channels makes a channel to process 0
     * @throws JoinException if process 0 is not reached or refuses, or not all have come in time
     */
    public static JoinReply ask(
            Job job,
            Codec codec,
            TransportSecurity own,
            Peer self,
            Function<TransportSecurity, ManagedChannel> channels) {
        JoinRequest request = JoinRequest.newBuilder()
                .setWireVersion(FrameFormat.VERSION)
                .setProcesses(job.processes())
                .setSelf(self)
                .setWindowBytes(job.windowBytes())
                .setAlgorithms(job.algorithms())
                .setCodec(codec.identity())
                .setSoftware(VersionInfo.versions())
                .putAllSettings(job.compared(own.isEncrypted()))
                .build();
        try {
            return ask(job, channels.apply(own), call -> call.join(request));
        } catch (RendezvousClient.OtherProtocolException e) {
            // process 0 may have been told another tls: it then hears of it this way, and refuses
            throw ask(job, channels.apply(own.opposite()), call -> call.explain(request, e));
        }
    }

    private static <T> T ask(Job job, ManagedChannel channel, Function<RendezvousClient, T> question) {
        try {
            return question.apply(new RendezvousClient(job, channel));
        } finally {
            channel.shutdownNow();
        }
    }
}
