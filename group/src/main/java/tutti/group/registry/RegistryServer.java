package tutti.group.registry;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.AddMember;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.Notice;
import tutti.group.proto.Reply;
import tutti.group.proto.Request;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TuttiException;

/**
 * Serves the registry to all processes, as messages in the group of processes.
 *
 * <p>One virtual thread listens to each process; requests that wait get a thread of their own. If it fails
 * itself, it tells all processes why.
 */
public final class RegistryServer {
    /** Tag of the stream from a process to the registry. */
    static final int REQUEST_TAG = 2;

    /** Tag of the stream from the registry to a process. */
    static final int NOTICE_TAG = 3;

    private static final System.Logger LOG = System.getLogger(RegistryServer.class.getName());

    private final Endpoint job;
    private final Registry registry;

    private RegistryServer(Endpoint job, int members, IntFunction<String> describe) {
        this.job = job;
        this.registry = new Registry(job.size(), members, describe, this::sendPrepare);
    }

    /**
     * Starts serving; ends with the job's endpoint.
     *
     * @param members how many members the job is to have
     */
    public static void start(Endpoint job, int members) {
        start(job, members, job::describe);
    }

    /** Starts serving, given what describes a process for people. */
    static void start(Endpoint job, int members, IntFunction<String> describe) {
        RegistryServer server = new RegistryServer(job, members, describe);
        for (int process = 0; process < job.size(); process++) {
            int from = process;
            Thread.ofVirtual().name("tutti-registry-" + from).start(() -> server.listen(from));
        }
    }

    private void listen(int process) {
        try {
            while (true) {
                Request request = Request.parseFrom(
                        bytes(job.receive(process, REQUEST_TAG).payload().take()));
                switch (request.getKindCase()) {
                    case GET_GROUP, LEAVE ->
                        Thread.ofVirtual().name("tutti-registry-wait").start(() -> answer(process, request));
                    default -> answer(process, request);
                }
            }
        } catch (MemberFailedException | OperationInterruptedException e) {
            registry.lost(process);
        } catch (InvalidProtocolBufferException e) {
            failed("malformed request: fromProcess=%d; run one version in all processes".formatted(process), e);
        } catch (RuntimeException | Error e) {
            failed("fromProcess=" + process, e);
        }
    }

    private void answer(int process, Request request) {
        try {
            Reply.Builder reply = Reply.newBuilder().setId(request.getId());
            try {
                GroupDescription group = handle(process, request);
                if (group != null) {
                    reply.setGroup(group);
                }
            } catch (RefusedException e) {
                reply.setRefusal(e.message());
            }
            send(process, Notice.newBuilder().setReply(reply).build());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (MemberFailedException | OperationInterruptedException e) {
            registry.lost(process);
        } catch (RuntimeException | Error e) {
            failed("request=%s fromProcess=%d".formatted(request.getKindCase(), process), e);
        }
    }

    /** Tells all processes that the registry's state can't be trusted any more: none shall wait for it. */
    private void failed(String at, Throwable cause) {
        LOG.log(System.Logger.Level.ERROR, "registry of groups failed: " + at, cause);
        Notice notice = Notice.newBuilder().setFailed(at + ": " + cause).build();
        for (int process = 0; process < job.size(); process++) {
            send(process, notice);
        }
    }

    private @Nullable GroupDescription handle(int process, Request request) throws InterruptedException {
        switch (request.getKindCase()) {
            case ADD_MEMBER -> {
                AddMember add = request.getAddMember();
                registry.addMembers(add.getGroup(), add.getMembersList(), add.hasRank() ? add.getRank() : null);
            }
            case DELETE_MEMBER ->
                registry.deleteMember(
                        request.getDeleteMember().getGroup(),
                        request.getDeleteMember().getMember());
            case COPY_GROUP ->
                registry.copyGroup(
                        request.getCopyGroup().getDestination(),
                        request.getCopyGroup().getSource());
            case DELETE_GROUP -> delete(request.getDeleteGroup());
            case GET_GROUP -> {
                return registry.getGroup(
                        request.getGetGroup().getGroup(),
                        request.getGetGroup().getSize(),
                        request.getGetGroup().getFromEveryProcess(),
                        Duration.ofNanos(request.getGetGroup().getTimeoutNanos()));
            }
            case PREPARED ->
                registry.prepared(
                        process,
                        request.getPrepared().getGroupId(),
                        request.getPrepared().hasRefusal()
                                ? RefusedException.of(request.getPrepared().getRefusal())
                                : null);
            case LEAVE -> registry.leave(process);
            case KIND_NOT_SET -> throw new TuttiException("empty request: fromProcess=" + process);
        }
        return null;
    }

    private void delete(String name) {
        GroupDescription active = registry.deleteGroup(name);
        if (active != null) {
            Notice notice = Notice.newBuilder().setDeleted(active.getId()).build();
            for (int process = 0; process < job.size(); process++) {
                send(process, notice);
            }
        }
    }

    private void sendPrepare(int process, GroupDescription group) {
        send(process, Notice.newBuilder().setPrepare(group).build());
    }

    private void send(int process, Notice notice) {
        try {
            job.send(process, NOTICE_TAG, CallSignature.NONE, job.capture(notice.toByteArray(), process));
        } catch (MemberFailedException e) {
            registry.lost(process);
        }
    }

    /** Requests and notices travel as arrays of bytes. */
    static byte[] bytes(@Nullable Object message) {
        return (byte[]) Objects.requireNonNull(message);
    }
}
