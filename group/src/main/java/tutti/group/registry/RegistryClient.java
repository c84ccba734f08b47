package tutti.group.registry;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.Notice;
import tutti.group.proto.Prepared;
import tutti.group.proto.Reply;
import tutti.group.proto.Request;
import tutti.group.registry.RefusedException.Why;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TuttiException;

/**
 * Asks the registry in process 0 on behalf of this process.
 *
 * <p>Thread-safe. One virtual thread takes what the registry says.
 */
public final class RegistryClient {
    /** In place of a limit: those who ask wait as long as the job lasts. */
    public static final Duration UNLIMITED = Duration.ofDays(36_500);

    private static final int REGISTRY = 0;

    /** What the registry may take longer than a request that it ends itself, because it can say why. */
    private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final String GONE = "registry is gone, so groups can no longer be built: ";

    private final Endpoint job;
    private final Duration timeout;
    private final Consumer<GroupDescription> prepare;
    private final LongConsumer deleted;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, CompletableFuture<Reply>> pending = new ConcurrentHashMap<>();
    private volatile @Nullable Reply lost; // to every request, once the registry is

    private RegistryClient(Endpoint job, Duration timeout, Consumer<GroupDescription> prepare, LongConsumer deleted) {
        this.job = job;
        this.timeout = timeout;
        this.prepare = prepare;
        this.deleted = deleted;
    }

    /**
     * Starts to listen to the registry.
     *
     * @param timeout how long the registry may take for what it does at once
     * @param prepare opens the mailboxes of this process' members of a group; a {@link RefusedException} refuses
     * @param deleted told the identity of each active group whose name was deleted
     */
    public static RegistryClient start(
            Endpoint job, Duration timeout, Consumer<GroupDescription> prepare, LongConsumer deleted) {
        RegistryClient client = new RegistryClient(job, timeout, prepare, deleted);
        Thread.ofVirtual().name("tutti-registry-client-" + job.rank()).start(client::listen);
        return client;
    }

    /**
     * Sends a request that the registry answers at once, and waits for the reply.
     *
     * @throws RefusedException if the registry refuses, or is silent
     * @throws MemberFailedException if a process was lost: that of the registry, or one that hosts a member of the
     *     group
     */
    public GroupDescription ask(Request.Builder request) {
        return ask(request, timeout);
    }

    /** Sends a request that the registry itself ends after so long, and waits for the reply. */
    public GroupDescription ask(Request.Builder request, Duration limit) {
        long nanos = TimeUnit.NANOSECONDS.convert(limit); // at most Long.MAX_VALUE
        return ask(request, future -> future.get(Math.max(nanos, nanos + SLACK_NANOS), TimeUnit.NANOSECONDS));
    }

    /** Sends a request that may take for ever, and waits for the reply. */
    public GroupDescription askWithoutLimit(Request.Builder request) {
        return ask(request, CompletableFuture::get);
    }

    private interface Wait {
        Reply until(CompletableFuture<Reply> future) throws InterruptedException, ExecutionException, TimeoutException;
    }

    private GroupDescription ask(Request.Builder request, Wait wait) {
        long id = lastId.incrementAndGet();
        CompletableFuture<Reply> future = new CompletableFuture<>();
        pending.put(id, future);
        send(request.setId(id).build());
        Reply known = lost;
        if (known != null) {
            future.complete(known);
        }
        try {
            Reply reply = wait.until(future);
            if (reply.hasRefusal()) {
                RefusedException refused = RefusedException.of(reply.getRefusal());
                throw refused.lostProcess() < 0
                        ? refused
                        : job.texts().lossOf(refused.lostProcess(), refused.lostRank(), refused.text());
            }
            return reply.getGroup();
        } catch (InterruptedException e) {
            throw new OperationInterruptedException(
                    "interrupted while waiting for the registry: " + request.getKindCase(), e);
        } catch (TimeoutException e) {
            throw new RefusedException(
                    Why.TIMED_OUT,
                    "the registry has not answered: request=%s %s; is that process stopped, or overloaded?"
                            .formatted(request.getKindCase(), job.describe(REGISTRY)));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // replies are never exceptions
        } finally {
            pending.remove(id);
        }
    }

    private void listen() {
        try {
            while (true) {
                Notice notice = Notice.parseFrom(RegistryServer.bytes(job.receive(REGISTRY, RegistryServer.NOTICE_TAG)
                        .payload()
                        .take()));
                switch (notice.getKindCase()) {
                    case REPLY -> reply(notice.getReply());
                    case PREPARE -> prepare(notice.getPrepare());
                    case DELETED -> deleted.accept(notice.getDeleted());
                    case FAILED ->
                        giveUp(
                                "registry of groups failed, so groups can no longer be built: %s: %s; see the log of that process"
                                        .formatted(job.describe(REGISTRY), notice.getFailed()),
                                REGISTRY);
                    case KIND_NOT_SET -> throw new TuttiException("empty notice from the registry");
                }
            }
        } catch (MemberFailedException e) {
            giveUp(e);
        } catch (OperationInterruptedException e) {
            giveUp(GONE + e.getMessage(), -1);
        } catch (InvalidProtocolBufferException e) {
            giveUp("malformed notice from the registry; run one version in all processes: " + e.getMessage(), -1);
        } catch (RuntimeException | Error e) {
            giveUp("process %d cannot take what the registry says: %s".formatted(job.rank(), e), -1);
            throw e; // the thread's handler prints it
        }
    }

    private void reply(Reply reply) {
        CompletableFuture<Reply> waiting = pending.get(reply.getId());
        if (waiting != null) {
            waiting.complete(reply);
        }
    }

    private void prepare(GroupDescription group) {
        Prepared.Builder answer = Prepared.newBuilder().setGroupId(group.getId());
        try {
            prepare.accept(group);
        } catch (RefusedException e) {
            answer.setRefusal(e.message());
        } catch (RuntimeException | Error e) { // a waiting process must hear of it, whatever it is
            answer.setRefusal(new RefusedException(
                            Why.NOT_A_MEMBER, "process %d cannot host its members: %s".formatted(job.rank(), e))
                    .message());
        }
        send(Request.newBuilder().setPrepared(answer).build());
    }

    private void send(Request request) {
        try {
            job.send(
                    REGISTRY,
                    RegistryServer.REQUEST_TAG,
                    CallSignature.NONE,
                    job.capture(request.toByteArray(), REGISTRY));
        } catch (MemberFailedException e) {
            giveUp(e);
        }
    }

    private void giveUp(MemberFailedException loss) {
        giveUp(GONE + loss.getMessage() + othersLost(loss.process()), loss.process());
    }

    /** Names the processes that were lost before: perhaps that of the registry has ended because of them. */
    private String othersLost(int process) {
        String others = job.failed().stream()
                .filter(other -> other != process)
                .map(job::describe)
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : "; lost before it: " + others;
    }

    private void giveUp(String text, int process) {
        Reply reply = Reply.newBuilder()
                .setRefusal(new RefusedException(Why.PROCESS_LOST, text, process, -1).message())
                .build();
        lost = reply;
        pending.values().forEach(future -> future.complete(reply));
    }
}
