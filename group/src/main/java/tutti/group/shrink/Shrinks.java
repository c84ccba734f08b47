package tutti.group.shrink;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.Shrink;
import tutti.group.registry.RefusedException;
import tutti.group.registry.RefusedException.Why;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TuttiException;

/**
 * All shrinks in which this process takes part.
 *
 * <p>Thread-safe. One virtual thread runs them, and one for each other process hears what it says, as messages of the
 * group of processes. There is no server: any process may have to coordinate.
 *
 * @param <G> what members call a group
 */
public final class Shrinks<G> implements AutoCloseable {
    /** The context between two processes; see {@link tutti.group.registry.RegistryServer} for the others. */
    private static final int CONTEXT = 4;

    /** Above all identities that the registry gives. */
    private static final long FIRST_ID = 1L << 62;

    private static final System.Logger LOG = System.getLogger(Shrinks.class.getName());
    private static final Duration FIRST_LOG = Duration.ofSeconds(30);
    private static final Duration NEXT_LOG = Duration.ofMinutes(5);
    private static final Duration LIMIT_OF_QUESTION = Duration.ofSeconds(1);

    private final Endpoint job;
    private final ShrinkableMembers<G> members;
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private volatile boolean closed;
    private volatile boolean active;
    // the following are used by the thread that runs the events only
    private final Map<Long, ShrinkPart<G>> parts = new HashMap<>();
    private final BitSet lost = new BitSet();
    private long groupsMade;

    private Shrinks(Endpoint job, ShrinkableMembers<G> members) {
        this.job = job;
        this.members = members;
    }

    /** Starts to listen to all other processes. */
    public static <G> Shrinks<G> start(Endpoint job, ShrinkableMembers<G> members) {
        Shrinks<G> shrinks = new Shrinks<>(job, members);
        Thread.ofVirtual().name("tutti-shrinks-" + job.rank()).start(shrinks::run);
        for (int process = 0; process < job.size(); process++) {
            int from = process;
            if (from != job.rank()) {
                Thread.ofVirtual()
                        .name("tutti-shrinks-%d-from-%d".formatted(job.rank(), from))
                        .start(() -> shrinks.listen(from));
            }
        }
        return shrinks;
    }

    /**
     * Has a member take part in shrinking a group, and waits for what comes of it.
     *
     * @param timeout how long to wait, or null
     * @return null if the group has grown: the larger one is to be shrunk
     * @throws RefusedException if the survivors have not agreed in time
     */
    public @Nullable G shrink(GroupDescription group, int rank, @Nullable Duration timeout) {
        CompletableFuture<@Nullable G> outcome = call(group, rank);
        long start = System.nanoTime();
        long limit = timeout == null ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.convert(timeout);
        long logAfter = FIRST_LOG.toNanos();
        try {
            while (true) {
                long waited = System.nanoTime() - start;
                try {
                    return outcome.get(Math.min(limit, logAfter) - waited, TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (limit <= logAfter) {
                        throw new RefusedException(
                                Why.TIMED_OUT,
                                "survivors of the group have not agreed: group=%s here rank=%d waited=%s: %s; call shrink again, or leave"
                                        .formatted(group.getName(), rank, timeout, awaited(group)));
                    }
                    log(group, rank, logAfter);
                    logAfter += NEXT_LOG.toNanos();
                }
            }
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new MemberFailedException(String.valueOf(cause.getMessage()), null); // with this thread's stack trace
        } catch (InterruptedException e) {
            throw new OperationInterruptedException(
                    "interrupted while the group is shrunk: group=%s here rank=%d".formatted(group.getName(), rank), e);
        }
    }

    private void log(GroupDescription group, int rank, long waitedNanos) {
        LOG.log(
                System.Logger.Level.WARNING,
                "shrink has waited {0}: group={1} here rank={2}: {3}",
                Duration.ofNanos(waitedNanos),
                group.getName(),
                rank,
                awaited(group));
    }

    private CompletableFuture<@Nullable G> call(GroupDescription old, int rank) {
        CompletableFuture<@Nullable G> outcome = new CompletableFuture<>();
        events.add(() -> {
            ShrinkPart<G> part = part(old);
            var _ = part.outcome().whenComplete((group, failure) -> complete(outcome, group, failure));
            part.protocol().called(rank);
        });
        if (closed) {
            outcome.completeExceptionally(left());
        }
        return outcome;
    }

    private static <G> void complete(
            CompletableFuture<@Nullable G> outcome, @Nullable G group, @Nullable Throwable failure) {
        if (failure != null) {
            outcome.completeExceptionally(failure);
        } else {
            outcome.complete(group);
        }
    }

    /** Says for people who keeps the others waiting, as far as can be learnt within a second. */
    private String awaited(GroupDescription old) {
        CompletableFuture<List<Integer>> silent = new CompletableFuture<>();
        events.add(() -> part(old).ask(silent));
        List<Integer> ranks = silent.completeOnTimeout(List.of(), LIMIT_OF_QUESTION.toNanos(), TimeUnit.NANOSECONDS)
                .join();
        return ranks.isEmpty()
                ? "no one says who is awaited"
                : "have neither called shrink nor left: "
                        + ranks.stream()
                                .map(rank -> "rank=%d %s"
                                        .formatted(
                                                rank,
                                                job.describe(
                                                        old.getMembers(rank).getProcess())))
                                .collect(Collectors.joining(", "));
    }

    /** A member of this process has left its groups, or failed; it is no longer among the members. */
    public void gone(long handle) {
        if (active) {
            events.add(() -> parts.values().forEach(part -> part.gone(handle)));
        }
    }

    /** A member of this process has left a group. */
    public void left(long handle, long group) {
        ifBegun(group, part -> part.gone(handle));
    }

    /** A group has grown, as this process knows from now on; a shrink of it may have begun meanwhile. */
    public void grown(long group) {
        ifBegun(group, part -> part.protocol().learnOfGrowth());
    }

    private void ifBegun(long group, Consumer<ShrinkPart<G>> action) {
        if (active) {
            events.add(() -> {
                ShrinkPart<G> part = parts.get(group);
                if (part != null) {
                    action.accept(part);
                }
            });
        }
    }

    /** Takes part in no shrink any more; a thread that waits gets an exception. */
    @Override
    public void close() {
        closed = true;
        events.add(() -> parts.values().forEach(part -> part.outcome().completeExceptionally(left())));
    }

    private void run() {
        try {
            while (!closed || !events.isEmpty()) {
                runSafely(events.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An error must not let anyone wait for ever: the members here that wait get it, and fail of it. */
    private void runSafely(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "shrink failed: process=" + job.rank(), e);
            parts.values().forEach(part -> part.outcome().completeExceptionally(e));
        }
    }

    private void listen(int process) {
        try {
            while (true) {
                Shrink message = Shrink.parseFrom((byte[]) Objects.requireNonNull(
                        job.receive(process, CONTEXT).payload().take()));
                events.add(() -> hear(process, message));
            }
        } catch (MemberFailedException e) {
            events.add(() -> lost(process));
        } catch (InvalidProtocolBufferException e) {
            throw new TuttiException(
                    "malformed message about a shrink: fromProcess=%d; run one version in all processes"
                            .formatted(process),
                    e);
        }
    }

    private void hear(int process, Shrink message) {
        if (closed) {
            return;
        }
        for (ShrinkPart<G> earlier : parts.values()) {
            if (earlier.isUndecidedAbout(message.getGroup().getId())) {
                // others have heard of the group, and have lost a member of it, before this process has heard of it
                earlier.afterDecision(() -> hear(process, message));
                return;
            }
        }
        part(message.getGroup()).protocol().hear(process, message);
    }

    private void lost(int process) {
        if (!closed) { // else it is this process that has left
            lost.set(process);
            List.copyOf(parts.values()).forEach(part -> part.protocol().lost(process));
        }
    }

    private ShrinkPart<G> part(GroupDescription old) {
        active = true; // before members are asked for: see gone
        return parts.computeIfAbsent(old.getId(), id -> new ShrinkPart<>(old, this));
    }

    private static MemberFailedException left() {
        return new MemberFailedException("this process has left the job", null);
    }

    // ---------------------------------------------------------------- for the parts

    int process() {
        return job.rank();
    }

    boolean isLost(int process) {
        return lost.get(process);
    }

    boolean hasEnded(int process) {
        return members.hasEnded(process);
    }

    boolean hasGrown(GroupDescription group) {
        return members.hasGrown(group);
    }

    boolean sealGrowth(GroupDescription group) {
        return members.sealGrowth(group);
    }

    void resolveGrowth(GroupDescription group, boolean grown) {
        members.resolveGrowth(group, grown);
    }

    @Nullable
    Endpoint endpoint(long handle, long groupId) {
        return members.endpoint(handle, groupId);
    }

    ProposedGroup<G> open(GroupDescription description) {
        return members.open(description);
    }

    void send(int process, Shrink message) {
        if (process == job.rank()) {
            events.add(() -> hear(process, message));
            return;
        }
        try {
            job.send(process, CONTEXT, CallSignature.NONE, job.capture(message.toByteArray(), process));
        } catch (MemberFailedException e) {
            // the listener of the process will say so
        }
    }

    long newGroupId() {
        return FIRST_ID + groupsMade++ * job.size() + job.rank();
    }
}
