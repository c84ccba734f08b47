package tutti.group.growth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import tutti.group.growth.GrowthException.Why;
import tutti.group.proto.NewcomerPlace;
import tutti.messaging.bootstrap.Admission;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.bootstrap.WaitingCaller;
import tutti.messaging.config.Job;
import tutti.messaging.progress.Scheduling;

/**
 * How the groups of a job grow, as one process of it takes part.
 *
 * <p>The process of rank 0 takes newcomers from its port, and other processes send theirs there. When enough have come,
 * it opens the meeting of a larger job, to which all processes of the group and all newcomers go.
 *
 * <p>Thread-safe.
 *
 * @param <M> a member
 * @param <G> what members call a group
 */
public final class ProcessGrowth<M, G> {
    private final Job job;
    private final String host;
    private final NewcomerPort newcomers;
    private final Scheduling scheduling;
    private final JointEntries<M, G> entries;
    private final GrowthVotes<G> votes;

    /**
     * Makes the process' part.
     *
     * @param job of the groups that grow
     * @param host where other processes reach this one
     * @param votes of the members of this process
     */
    ProcessGrowth(
            Job job,
            String host,
            NewcomerPort newcomers,
            Scheduling scheduling,
            JointEntries<M, G> entries,
            GrowthVotes<G> votes) {
        this.job = job;
        this.host = host;
        this.newcomers = newcomers;
        this.scheduling = scheduling;
        this.entries = entries;
        this.votes = votes;
    }

    /**
     * Has a member take part in the growth of a group; called by all its members.
     *
     * @throws GrowthException at all members, if the group has not grown
     */
    public G grow(M member, GrowingGroup group, GrowthRequest<G> request) {
        compare(group, request);
        boolean isHost = group.processOf(0) == job.process();
        String port = RootAnswer.told(group.broadcast(group.rank() == 0 ? port(group) : null, 0))
                .getFirst();
        if (!isHost) {
            newcomers.sendOn(port);
        }
        List<WaitingCaller> callers = new ArrayList<>();
        try {
            List<String> meeting = RootAnswer.told(
                    group.broadcast(group.rank() == 0 ? meeting(group, request, port, callers) : null, 0));
            GrowthShape shape = request.shape();
            G larger = entries.enter(
                    member,
                    group,
                    new JointEntries.Entry<>(
                            larger(group, request, meeting.get(0)).at(Integer.parseInt(meeting.get(1))),
                            0,
                            shape.ofMembers()[group.rank()],
                            request.entered(),
                            votes,
                            "the group has not grown"));
            request.agreed().accept(larger);
            return larger;
        } finally {
            callers.forEach(WaitingCaller::end);
            if (!isHost) {
                newcomers.keepCallers();
            }
        }
    }

    /** Also lets the time run from when all have called. */
    private void compare(GrowingGroup group, GrowthRequest<G> request) {
        if (votes.hasGrown(group.id())) {
            throw new IllegalStateException(
                    "a group grows once, so that one group continues after a loss: group=%s; let the larger one grow, or what shrink makes of it"
                            .formatted(group.name()));
        }
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

    private List<String> port(GrowingGroup group) {
        if (!newcomers.takesNewcomers()) {
            return RootAnswer.failed(
                    Why.NOT_OPEN,
                    "the process of rank 0 takes no newcomers: group=%s process=%d; start the job with tutti run --join-port PORT, or TUTTI_JOIN_PORT=PORT"
                            .formatted(group.name(), job.process()));
        }
        try {
            return RootAnswer.of(newcomers.address());
        } catch (RuntimeException e) {
            return RootAnswer.failed(Why.NOT_AGREED, e.getMessage());
        }
    }

    /** Waits for newcomers, as rank 0, and opens the meeting of the larger job. */
    private List<String> meeting(
            GrowingGroup group, GrowthRequest<G> request, String port, List<WaitingCaller> callers) {
        int wanted = request.shape().ofNewcomers().length;
        try {
            long deadline = scheduling.nanoTime() + request.limit().toNanos();
            callers.addAll(newcomers.take(wanted, deadline, () -> !group.isEnded()));
            if (callers.isEmpty()) {
                return RootAnswer.failed(
                        Why.TIMED_OUT,
                        "not enough newcomers have come: group=%s newcomers=%d wanted=%d waited=%s; start more with tutti join %s PROGRAM, or wait longer"
                                .formatted(group.name(), newcomers.waiting(), wanted, request.limit(), port));
            }
            LargerJob larger = larger(group, request, host);
            SharedJoin<JobEntry<M, G>> join = entries.begin(group, larger, 0);
            Meeting meeting = listening(join, request.limit());
            entries.share(group, larger.at(meeting.port()), 0, join);
            admit(group, request, callers, meeting);
            return RootAnswer.of(host, Integer.toString(meeting.port()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RootAnswer.failed(
                    Why.NOT_AGREED, "rank 0 was interrupted while its group grew: group=" + group.name());
        } catch (ExecutionException | TimeoutException e) {
            return RootAnswer.failed(
                    Why.NOT_AGREED,
                    e.getCause() == null ? e.toString() : e.getCause().getMessage());
        }
    }

    /** Waits until this process listens, or gives the join up. */
    private static <E> Meeting listening(SharedJoin<E> join, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return join.meeting(limit);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            join.giveUp("the group grows no more", entry -> {});
            throw e;
        }
    }

    private void admit(GrowingGroup group, GrowthRequest<G> request, List<WaitingCaller> callers, Meeting meeting) {
        int old = LargerJob.processesOf(group, 0).length;
        for (int i = 0; i < callers.size(); i++) {
            WaitingCaller caller = callers.get(i);
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

    private static <G> LargerJob larger(GrowingGroup group, GrowthRequest<G> request, String masterHost) {
        GrowthShape shape = request.shape();
        int processes = LargerJob.processesOf(group, 0).length + shape.ofNewcomers().length;
        return new LargerJob(masterHost, 0, 0, processes, nameOf(group, request), shape.size(), request.limit());
    }

    private static <G> String nameOf(GrowingGroup group, GrowthRequest<G> request) {
        return "%s+%d".formatted(group.name(), request.shape().ofNewcomers().length);
    }

    /** Returns how long the operations of a group may take while it grows, if they are limited at all. */
    public static Duration patience(Duration limit) {
        return limit.multipliedBy(2).plusSeconds(30);
    }
}
