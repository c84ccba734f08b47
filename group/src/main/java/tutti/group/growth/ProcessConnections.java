package tutti.group.growth;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.ConnectionRequest.Accepting;
import tutti.group.growth.ConnectionRequest.Connecting;
import tutti.group.growth.ConnectionRequest.Spawning;
import tutti.group.growth.GrowthException.Why;
import tutti.group.proto.NewcomerPlace;
import tutti.messaging.JoinException;
import tutti.messaging.bootstrap.Admission;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.bootstrap.PortCaller;
import tutti.messaging.bootstrap.PortClient;
import tutti.messaging.bootstrap.PortService;
import tutti.messaging.config.Job;
import tutti.messaging.progress.Scheduling;

/**
 * How groups of a job are connected with groups of others, as one process of it takes part.
 *
 * <p>The root of one side waits at its port, and that of the other calls it. The processes of both sides are those of a
 * larger job: first those of the side that accepts. Each side agrees in its own group whether all have entered it. A
 * member that is lost meanwhile breaks its side's group, which ends every wait of that side; the other side hears of it
 * by the call, or by the meeting of the larger job.
 *
 * <p>Thread-safe.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
public final class ProcessConnections<M, G> {
    /** A port whose name is known was open: no one waits long for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Pattern PORT = Pattern.compile("[^/]+:\\d{1,5}/[0-9a-f]+");
    private static final String FAILED = "the groups are not connected";

    private final Job job;
    private final String host;
    private final String codec;
    private final LocalPorts ports;
    private final JointEntries<M, G> entries;

    /**
     * Makes the process' part.
     *
     * @param job of the groups that are connected
     * @param host where other processes reach this one
     * @param codec identity of the process' codec
     */
    ProcessConnections(Job job, String host, String codec, LocalPorts ports, JointEntries<M, G> entries) {
        this.job = job;
        this.host = host;
        this.codec = codec;
        this.ports = ports;
        this.entries = entries;
    }

    /** What the root of a side holds of the other until all of its side have entered. */
    private interface Held {
        void release(boolean connected);
    }

    /**
     * Has a member take part in the connection of its group; called by all its members.
     *
     * @throws GrowthException at all members of the group, if it is not connected
     */
    public ConnectedGroups<G> connect(M member, GrowingGroup group, ConnectionRequest request) {
        compare(group, request);
        boolean isRoot = group.rank() == request.root();
        List<Held> held = new ArrayList<>();
        boolean connected = false;
        try {
            List<String> texts =
                    RootAnswer.told(group.broadcast(isRoot ? agreeAsRoot(group, request, held) : null, request.root()));
            LargerJob larger = LargerJob.of(texts);
            int start = request.side() instanceof Connecting ? larger.members() - group.size() : 0;
            G both = entries.enter(
                    member,
                    group,
                    new JointEntries.Entry<>(
                            larger, request.root(), start + group.rank(), made -> {}, GrowthVotes.none(), FAILED));
            connected = true;
            int remoteSize = larger.members() - group.size();
            return new ConnectedGroups<>(both, start, group.size(), start == 0 ? group.size() : 0, remoteSize);
        } finally {
            boolean all = connected;
            held.forEach(each -> each.release(all));
        }
    }

    /** Also lets the time run from when all have called. */
    private static void compare(GrowingGroup group, ConnectionRequest request) {
        List<String> all = group.allGather(
                "call=%s root=%d limit=%s".formatted(request.side().verb(), request.root(), request.limit()));
        for (int rank = 0; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
                throw new GrowthException(
                        Why.DIFFERENT_CALLS,
                        "members want different connections: group=%s rank=0 %s, rank=%d %s; call the same at all members"
                                .formatted(group.name(), all.getFirst(), rank, all.get(rank)));
            }
        }
    }

    /** Never throws: the other members wait for what it returns. */
    private List<String> agreeAsRoot(GrowingGroup group, ConnectionRequest request, List<Held> held) {
        try {
            return switch (request.side()) {
                case Accepting accepting -> accept(group, request, accepting.port(), held);
                case Spawning spawning -> spawn(group, request, spawning.spawn(), held);
                case Connecting connecting -> call(group, request, connecting.port(), held);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RootAnswer.failed(
                    Why.NOT_AGREED,
                    "%s: group=%s rank=%d was interrupted in %s"
                            .formatted(
                                    FAILED,
                                    group.name(),
                                    group.rank(),
                                    request.side().verb()));
        } catch (GrowthException e) {
            return RootAnswer.failed(e.why(), described(group, e));
        } catch (ExecutionException e) {
            return failed(group, e.getCause() == null ? e : e.getCause());
        } catch (IOException | TimeoutException | RuntimeException | Error e) {
            return failed(group, e);
        }
    }

    private static List<String> failed(GrowingGroup group, Throwable cause) {
        return RootAnswer.failed(Why.NOT_AGREED, described(group, cause));
    }

    private static String described(GrowingGroup group, Throwable cause) {
        return "%s: group=%s root=%d: %s".formatted(FAILED, group.name(), group.rank(), JointEntries.text(cause));
    }

    private static List<String> noPort(GrowingGroup group, String why) {
        return RootAnswer.failed(
                Why.NO_PORT, "%s: group=%s root=%d: %s".formatted(FAILED, group.name(), group.rank(), why));
    }

    private static long deadline(@Nullable Duration limit) {
        return System.nanoTime() + (limit == null ? Long.MAX_VALUE / 2 : limit.toNanos());
    }

    // ---------------------------------------------------------------- the side that accepts

    private List<String> accept(
            GrowingGroup group, ConnectionRequest request, @Nullable LocalPort port, List<Held> held)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (port == null || !port.ports().equals(ports)) {
            return noPort(group, "accept needs a port of the root's process; pass what openPort has returned there");
        }
        List<PortCaller> callers = ports.service()
                .take(port.kind(), 1, deadline(request.limit()), () -> !group.isEnded() && port.isOpen());
        if (callers.isEmpty() && group.isEnded()) {
            return noPort(group, "the group is broken, so it accepts no more");
        }
        if (callers.isEmpty()) {
            return port.isOpen()
                    ? noOneCame(group, request, port)
                    : noPort(group, "the port is closed: " + port.name());
        }
        PortCaller caller = callers.getFirst();
        held.add(_ -> caller.end());
        return admit(group, request, caller);
    }

    private List<String> noOneCame(GrowingGroup group, ConnectionRequest request, LocalPort port) {
        return RootAnswer.failed(
                Why.TIMED_OUT,
                "no job has connected: group=%s port=%s waited=%s%s; start one that calls connect with the name of this port, or wait longer"
                        .formatted(
                                group.name(),
                                port.name(),
                                request.limit(),
                                ports.service().refusals()));
    }

    private List<String> admit(GrowingGroup group, ConnectionRequest request, PortCaller caller)
            throws InterruptedException, ExecutionException, TimeoutException {
        NewcomerPlace other = place(caller.place());
        int first = LargerJob.processesOf(group, request.root()).length;
        LargerJob larger = new LargerJob(
                host,
                0,
                0,
                first + caller.processes(),
                group.name() + "+" + other.getGroup(),
                group.size() + other.getMembers(),
                request.limit() == null ? job.joinTimeout() : request.limit());
        SharedJoin<JobEntry<M, G>> join = entries.begin(group, larger, request.root());
        Meeting meeting = join.meeting(larger.limit());
        LargerJob open = larger.at(meeting.port());
        entries.share(group, open, request.root(), join);
        NewcomerPlace answer = NewcomerPlace.newBuilder()
                .setGroup(larger.group())
                .setRank(group.size())
                .setMembers(larger.members())
                .build();
        caller.admit(
                new Admission(host, meeting.port(), first, larger.processes(), larger.limit(), answer.toByteArray()));
        caller.whenGone(() -> meeting.cancel("the other side was lost, or has given up, while it connected: %s group=%s"
                .formatted(caller.named(), other.getGroup())));
        return open.texts();
    }

    private static NewcomerPlace place(byte[] bytes) {
        try {
            return NewcomerPlace.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new JoinException("malformed description of the other side: lengthBytes=" + bytes.length, e);
        }
    }

    // ---------------------------------------------------------------- the side that starts the other

    private List<String> spawn(GrowingGroup group, ConnectionRequest request, @Nullable Spawn spawn, List<Held> held)
            throws InterruptedException, ExecutionException, TimeoutException, IOException {
        if (spawn == null) {
            return noPort(group, "spawn needs commands at the root");
        }
        LocalPort port = ports.open();
        held.add(_ -> port.close());
        ChildProcesses children = ChildProcesses.start(spawn, job, host, port.name());
        held.add(isConnected -> {
            if (isConnected) {
                children.keep();
            } else {
                children.destroy();
            }
        });
        List<PortCaller> callers = ports.service()
                .take(port.kind(), 1, deadline(request.limit()), () -> !group.isEnded() && children.areAlive());
        if (callers.isEmpty()) {
            String loss = children.loss();
            if (loss == null && group.isEnded()) {
                return noPort(group, "the group is broken, so the spawned processes were ended");
            }
            return loss == null
                    ? RootAnswer.failed(
                            Why.TIMED_OUT,
                            "the spawned processes have not connected: group=%s waited=%s%s; let their program call parent, or wait longer"
                                    .formatted(
                                            group.name(),
                                            request.limit(),
                                            ports.service().refusals()))
                    : RootAnswer.failed(
                            Why.NOT_AGREED,
                            "a spawned process has ended before it was connected: group=%s %s"
                                    .formatted(group.name(), loss));
        }
        PortCaller caller = callers.getFirst();
        held.add(_ -> caller.end());
        return admit(group, request, caller);
    }

    // ---------------------------------------------------------------- the side that connects

    private static boolean isPort(String name) {
        return PORT.matcher(name).matches();
    }

    /** Returns the name of a port that was given, or published under the name that was given. */
    private @Nullable String found(@Nullable String given) {
        return given == null || isPort(given) || !ports.names().areKept()
                ? given
                : ports.names().lookup(given);
    }

    private List<String> call(GrowingGroup group, ConnectionRequest request, @Nullable String given, List<Held> held)
            throws InterruptedException, ExecutionException {
        String port = found(given);
        if (port == null || !isPort(port)) {
            return noPort(
                    group,
                    "connect needs the name of a port: got=%s; pass what Port.name has returned, or a published name if TUTTI_NAMES says where these are"
                            .formatted(port));
        }
        int slash = port.indexOf(LocalPort.SEPARATOR);
        NewcomerPlace own = NewcomerPlace.newBuilder()
                .setGroup(group.name())
                .setMembers(group.size())
                .build();
        int processes = LargerJob.processesOf(group, request.root()).length;
        PortClient client = new PortClient(
                job.withPlace(0, processes, job.masterHost(), job.masterPort()),
                codec,
                PortService.connection(port.substring(slash + 1)),
                own.toByteArray(),
                PATIENCE.toNanos());
        SharedJoin<PortClient.Admitted> call = new SharedJoin<PortClient.Admitted>(
                        Scheduling.OF_JVM,
                        "tutti-connect-" + job.process(),
                        _ -> client.await(List.of(port.substring(0, slash))))
                .start();
        held.add(_ -> call.giveUp("", PortClient.Admitted::close));
        long deadline = deadline(request.limit());
        Admission admission;
        try {
            admission = call.await(() -> !group.isEnded() && System.nanoTime() < deadline)
                    .admission();
        } catch (InterruptedException e) {
            if (group.isEnded()) {
                return noPort(group, "the group is broken, so it connects no more");
            }
            if (System.nanoTime() < deadline) {
                throw e;
            }
            return RootAnswer.failed(
                    Why.TIMED_OUT,
                    "the port does not accept: group=%s port=%s waited=%s; let the other job call accept, or wait longer"
                            .formatted(group.name(), port, request.limit()));
        }
        NewcomerPlace place = place(admission.place());
        Duration limit = request.limit();
        return new LargerJob(
                        admission.masterHost(),
                        admission.masterPort(),
                        admission.process(),
                        admission.processes(),
                        place.getGroup(),
                        place.getMembers(),
                        limit == null || limit.compareTo(admission.limit()) > 0 ? admission.limit() : limit)
                .texts();
    }
}
