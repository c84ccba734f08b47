package tutti.group.growth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowthException.Why;
import tutti.group.proto.NewcomerPlace;
import tutti.messaging.bootstrap.Admission;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.bootstrap.PortCaller;
import tutti.messaging.config.Job;
import tutti.serialization.OperationInterruptedException;

/**
 * How the groups of a job grow, as one process of it takes part.
 *
 * <p>The process of rank 0 takes newcomers from its port, and other processes send theirs there. When enough have come,
 * it opens the meeting of a larger job, to which all processes of the group and all newcomers go. At the end the
 * members agree, in the old group, whether all have come; if not, all leave that job, and no one has lost anything. A
 * member that is lost meanwhile breaks the old group, which ends every wait here.
 *
 * <p>Thread-safe.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
public final class ProcessGrowth<M, G> {
    private static final String DONE = "";

    private final Job job;
    private final String host;
    private final LocalPorts ports;
    private final JobEntry.Factory<M, G> entries;
    private final Map<String, SharedJoin<JobEntry<M, G>>> joins = new ConcurrentHashMap<>(); // by the meeting's address

    /**
     * Makes the process' part.
     *
     * @param job of the groups that grow
     * @param host where other processes reach this one
     */
    public ProcessGrowth(Job job, String host, LocalPorts ports, JobEntry.Factory<M, G> entries) {
        this.job = job;
        this.host = host;
        this.ports = ports;
        this.entries = entries;
    }

    /**
     * Has a member take part in the growth of a group; called by all its members.
     *
     * @throws GrowthException at all members, if the group has not grown
     */
    public G grow(M member, GrowingGroup group, GrowthRequest<G> request) {
        compare(group, request);
        boolean isHost = group.processOf(0) == job.process();
        String port =
                told(group.broadcast(group.rank() == 0 ? port(group) : null)).get(1);
        if (!isHost) {
            ports.service().sendOn(Newcomer.KIND, port);
        }
        List<PortCaller> callers = new ArrayList<>();
        try {
            List<String> meeting =
                    told(group.broadcast(group.rank() == 0 ? meeting(group, request, port, callers) : null));
            return join(member, group, request, meeting.get(1), Integer.parseInt(meeting.get(2)));
        } finally {
            callers.forEach(PortCaller::end);
            if (!isHost) {
                ports.service().keepCallers();
            }
        }
    }

    /** Also lets the time run from when all have called. */
    private void compare(GrowingGroup group, GrowthRequest<G> request) {
        GrowthShape shape = request.shape();
        List<String> all =
                group.allGather("newcomers=%d limit=%s".formatted(shape.ofNewcomers().length, request.limit()));
        for (int rank = 0; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
                throw new GrowthException(
                        Why.DIFFERENT_CALLS,
                        "members want to grow differently: group=%s rank=0 %s, rank=%d %s; pass the same at all members"
                                .formatted(group.name(), all.getFirst(), rank, all.get(rank)));
            }
        }
    }

    private static List<String> failed(Why why, @Nullable String text) {
        return List.of(why.name(), String.valueOf(text));
    }

    private static List<String> told(List<String> texts) {
        if (!texts.getFirst().equals(DONE)) {
            throw new GrowthException(Why.valueOf(texts.getFirst()), texts.get(1));
        }
        return texts;
    }

    private List<String> port(GrowingGroup group) {
        if (!ports.takeNewcomers()) {
            return failed(
                    Why.NOT_OPEN,
                    "the process of rank 0 takes no newcomers: group=%s process=%d; start the job with tutti run --join-port PORT, or TUTTI_JOIN_PORT=PORT"
                            .formatted(group.name(), job.process()));
        }
        try {
            return List.of(DONE, ports.address());
        } catch (RuntimeException e) {
            return failed(Why.NOT_AGREED, e.getMessage());
        }
    }

    /** Waits for newcomers, as rank 0, and opens the meeting of the larger job. */
    private List<String> meeting(GrowingGroup group, GrowthRequest<G> request, String port, List<PortCaller> callers) {
        int wanted = request.shape().ofNewcomers().length;
        try {
            long deadline = System.nanoTime() + request.limit().toNanos();
            callers.addAll(ports.service().take(Newcomer.KIND, wanted, deadline, () -> !group.isEnded()));
            if (callers.isEmpty()) {
                return failed(
                        Why.TIMED_OUT,
                        "not enough newcomers have come: group=%s newcomers=%d wanted=%d waited=%s; start more with tutti join %s PROGRAM, or wait longer"
                                .formatted(
                                        group.name(),
                                        ports.service().waiting(Newcomer.KIND),
                                        wanted,
                                        request.limit(),
                                        port));
            }
            SharedJoin<JobEntry<M, G>> join = begin(group, request, host, 0); // at any port
            Meeting meeting = join.meeting(request.limit());
            joins.put(host + ":" + meeting.port(), join);
            admit(group, request, callers, meeting);
            return List.of(DONE, host, Integer.toString(meeting.port()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(Why.NOT_AGREED, "rank 0 was interrupted while its group grew: group=" + group.name());
        } catch (ExecutionException | TimeoutException e) {
            return failed(
                    Why.NOT_AGREED,
                    e.getCause() == null ? e.toString() : e.getCause().getMessage());
        }
    }

    private void admit(GrowingGroup group, GrowthRequest<G> request, List<PortCaller> callers, Meeting meeting) {
        int old = processes(group).length;
        for (int i = 0; i < callers.size(); i++) {
            PortCaller caller = callers.get(i);
            NewcomerPlace place = NewcomerPlace.newBuilder()
                    .setGroup(nameOf(group, request))
                    .setRank(request.shape().ofNewcomers()[i])
                    .setMembers(request.shape().size())
                    .setGetsState(request.sendsStates())
                    .build();
            caller.admit(new Admission(
                    host, meeting.port(), old + i, old + callers.size(), request.limit(), place.toByteArray()));
            caller.whenGone(() -> meeting.cancel(
                    "a newcomer was lost while it joined: %s group=%s".formatted(caller.named(), group.name())));
        }
    }

    private G join(M member, GrowingGroup group, GrowthRequest<G> request, String masterHost, int masterPort) {
        String key = masterHost + ":" + masterPort;
        SharedJoin<JobEntry<M, G>> join =
                joins.computeIfAbsent(key, unknown -> begin(group, request, masterHost, masterPort));
        @Nullable G made = null;
        String failure = DONE;
        try {
            JobEntry<M, G> entry = join.await(() -> !group.isEnded());
            made = entry.enter(
                    member,
                    nameOf(group, request),
                    request.shape().ofMembers()[group.rank()],
                    request.shape().size(),
                    request.limit());
            request.entered().accept(made);
        } catch (ExecutionException e) {
            failure = text(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException | OperationInterruptedException e) {
            failure = text(e);
            if (!group.isEnded()) {
                Thread.currentThread().interrupt();
            }
        } catch (RuntimeException | Error e) {
            failure = text(e);
        }
        return agree(group, join, key, made, failure);
    }

    private static String text(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    /** Hears from all members whether they are in the larger group. */
    private G agree(GrowingGroup group, SharedJoin<JobEntry<M, G>> join, String key, @Nullable G made, String failure) {
        List<String> failures;
        try {
            failures = group.allGather(failure);
        } catch (RuntimeException e) { // the old group is broken
            giveUp(join, e);
            throw e;
        }
        joins.remove(key, join);
        for (int rank = 0; rank < failures.size(); rank++) {
            if (!failures.get(rank).equals(DONE)) {
                GrowthException notAgreed = new GrowthException(
                        Why.NOT_AGREED,
                        "the group has not grown: group=%s rank=%d: %s; the group works on"
                                .formatted(group.name(), rank, failures.get(rank)));
                giveUp(join, notAgreed);
                throw notAgreed;
            }
        }
        if (made == null) {
            throw new IllegalStateException("grown without a group: " + key);
        }
        join.ifJoined(JobEntry::keep);
        return made;
    }

    private void giveUp(SharedJoin<JobEntry<M, G>> join, RuntimeException cause) {
        join.giveUp(text(cause), entry -> entry.abandon(cause));
    }

    private SharedJoin<JobEntry<M, G>> begin(
            GrowingGroup group, GrowthRequest<G> request, String masterHost, int masterPort) {
        int[] processes = processes(group);
        int own = IntStream.range(0, processes.length)
                .filter(i -> processes[i] == job.process())
                .findFirst()
                .orElseThrow();
        Job larger = job.withPlace(own, processes.length + request.shape().ofNewcomers().length, masterHost, masterPort)
                .withJoinTimeout(request.limit());
        int members = request.shape().size();
        return new SharedJoin<JobEntry<M, G>>(
                        "tutti-grow-" + job.process(), listening -> entries.join(larger, members, listening))
                .start();
    }

    /** Returns the processes of a group, in the order of their lowest ranks; they keep it in the larger job. */
    private static int[] processes(GrowingGroup group) {
        return IntStream.range(0, group.size()).map(group::processOf).distinct().toArray();
    }

    private static <G> String nameOf(GrowingGroup group, GrowthRequest<G> request) {
        return "%s+%d".formatted(group.name(), request.shape().ofNewcomers().length);
    }

    /** Returns how long the operations of a group may take while it grows, if they are limited at all. */
    public static Duration patience(Duration limit) {
        return limit.multipliedBy(2).plusSeconds(30);
    }
}
