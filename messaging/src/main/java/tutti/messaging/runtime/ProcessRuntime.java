package tutti.messaging.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.PeerInfo;
import tutti.messaging.config.Job;
import tutti.messaging.device.Device;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Joined;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.ReachDevice;
import tutti.messaging.device.SharedMemory;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.loopback.LoopbackDevice;
import tutti.messaging.failure.FailureDetector;
import tutti.messaging.failure.ProcessEndedException;
import tutti.messaging.match.Payloads;
import tutti.messaging.match.Recipient;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Codec;
import tutti.serialization.TuttiException;

/**
 * A process' post office: connects it to the other processes of its job and opens endpoints for its members.
 *
 * <p>Thread-safe. Several messengers, of one job or of several, may live in one JVM.
 */
public final class ProcessRuntime implements AutoCloseable {
    private final Job job;
    private final LocalProcess links = new Links();
    private final Payloads payloads;
    /** Weak, because whoever can still use a group holds one of its endpoints. */
    private final Map<Long, WeakReference<Membership>> groups = new ConcurrentHashMap<>();

    private final Map<Integer, Throwable> lost = new ConcurrentHashMap<>();
    private final Set<Integer> ended = ConcurrentHashMap.newKeySet(); // those of the lost that closed in good order
    private final Set<Integer> proven = ConcurrentHashMap.newKeySet(); // those of the lost that are known to have ended
    private final Set<Integer> refused = ConcurrentHashMap.newKeySet(); // those of the lost that spoke up again
    private final IdleStrategy patience;
    private final FailureDetector.Body body = new Body();
    private final FailureDetector pulse;
    private final InboundHandler arrivals = new Deliveries();
    private final Device loopback;
    private volatile Device device; // loopback, until this process has joined
    private final Endpoint jobEndpoint;
    private volatile List<PeerInfo> peers;
    /** Processes of broken groups that members here have been told of, unless they are in a later group. */
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();

    private volatile boolean leaving;

    private ProcessRuntime(Job job, Codec codec, Joined.Factory factory, Scheduling scheduling) {
        this.job = job;
        payloads = new Payloads(codec);
        patience = new IdleStrategy(job.waitStrategy(), job.cores(), scheduling);
        pulse = new FailureDetector(body, job.processes(), job.silenceLimit(), scheduling);
        peers = IntStream.range(0, job.processes())
                .mapToObj(process -> new PeerInfo(process, "", 0, "?", 0))
                .toList();
        loopback = new LoopbackDevice(job.process(), arrivals);
        device = loopback;
        // before joining, because a process that has joined sooner may send at once
        List<Integer> all = IntStream.range(0, job.processes()).boxed().toList();
        jobEndpoint = opened(open(new GroupLayout(GroupLayout.JOB, "job", all, false)), job.process());
        Joined joined = factory.join(arrivals, patience);
        List<Device> nearestFirst = new ArrayList<>(joined.devices());
        nearestFirst.addFirst(loopback);
        device = new ReachDevice(job.processes(), nearestFirst);
        peers = joined.peers();
        connectToHub();
        pulse.start(process());
    }

    /** Returns the process that all others are connected to, and that tells them of each other's loss: the lowest that is left. */
    private int hub() {
        int hub = 0;
        while (lost.containsKey(hub)) {
            hub++;
        }
        return hub;
    }

    /** Sees to it that the hub and every other process notice each other's loss. */
    private void connectToHub() {
        int hub = hub();
        IntStream.range(0, processes())
                .filter(process -> !isHere(process) && !lost.containsKey(process))
                .filter(process -> isHere(hub) || process == hub)
                .forEach(device::connect);
    }

    /** The hub was lost: another takes its place, unless nobody here depends on others any more. */
    private void replaceHub() {
        if (hasMembers()) {
            connectToHub();
            if (isHere(hub())) {
                lost.forEach((process, cause) -> {
                    if (!ended.contains(process)) {
                        tellOthersOfLoss(process, cause);
                    }
                });
            }
        }
    }

    private boolean hasMembers() {
        return groups.keySet().stream().anyMatch(id -> id != GroupLayout.JOB && group(id) != null);
    }

    private static Endpoint opened(Map<Integer, Endpoint> endpoints, int rank) {
        return Objects.requireNonNull(endpoints.get(rank));
    }

    /**
     * Joins a job, and waits until all its processes have joined.
     *
     * @throws JoinException if process 0 is not reached, or not every process has joined in time, or two of them disagree
     */
    public static ProcessRuntime join(Job job, Codec codec) {
        Joined.Factory factory = job.processes() == 1
                ? (handler, idle) -> alone()
                : (handler, idle) -> JobDevices.join(job, codec, handler, idle, address -> address);
        return join(job, codec, factory, Scheduling.OF_JVM);
    }

    private static Joined alone() {
        PeerInfo self =
                new PeerInfo(0, "", 0, "localhost", ProcessHandle.current().pid());
        return new Joined(List.of(), List.of(self));
    }

    public static ProcessRuntime join(Job job, Codec codec, Joined.Factory factory, Scheduling scheduling) {
        return new ProcessRuntime(job, codec, factory, scheduling);
    }

    /** Returns the index of this process. */
    public int process() {
        return job.process();
    }

    /** Returns the number of processes in the job. */
    public int processes() {
        return job.processes();
    }

    /** Returns where a process runs. */
    public PeerInfo peer(int process) {
        return peers.get(process);
    }

    /**
     * Returns this process' place in the group of all processes, in which the rank of each is its index.
     *
     * <p>The loss of a process fails only those operations of this group that wait for it.
     */
    public Endpoint jobEndpoint() {
        return jobEndpoint;
    }

    /**
     * Prepares for a group: from now on messages for its members in this process are kept.
     *
     * <p>Every process that hosts a member must have done this before any member sends.
     *
     * @return the endpoints of the members that this process hosts, by rank
     */
    public Map<Integer, Endpoint> open(GroupLayout route) {
        groups.values().removeIf(reference -> reference.refersTo(null));
        Membership state = new Membership(links, route);
        if (groups.putIfAbsent(route.group(), new WeakReference<>(state)) != null) {
            throw new IllegalStateException("group is open already: " + route);
        }
        route.hosts().stream().forEach(told::remove);
        Map<Integer, Endpoint> endpoints = new HashMap<>();
        route.ranksAt(process()).stream().forEach(rank -> endpoints.put(rank, new Endpoint(state.open(rank))));
        expectMembers();
        lost.forEach(state::processLost);
        if (!lost.isEmpty()) {
            connectToHub(); // it was not needed while there were no members
        }
        return Collections.unmodifiableMap(endpoints);
    }

    /** Members may be in several groups; the largest tells how many compete for the cores of this host. */
    private void expectMembers() {
        patience.expectMembers(groups.keySet().stream()
                .map(this::group)
                .filter(Objects::nonNull)
                .mapToInt(Membership::membersOnThisHost)
                .max()
                .orElse(1));
    }

    /**
     * Sends what is queued, as long as the others take anything, and ends all connections; what waits for a message goes on waiting.
     *
     * @throws MemberFailedException if a process was lost before it had got all that members here sent to it, and no member has been told
     *     of the loss by an operation
     */
    public void disconnect() {
        leaving = true;
        List<Undelivered> all = device.close();
        pulse.close(); // last, so that nobody thinks that this process has fallen silent
        List<Undelivered> unknown = all.stream()
                .filter(each -> !ended.contains(each.process()) && !told.contains(each.process()))
                .toList();
        if (!unknown.isEmpty()) {
            throw undelivered(unknown);
        }
    }

    private MemberFailedException undelivered(List<Undelivered> all) {
        Undelivered first = all.getFirst();
        Throwable why = lost.get(first.process());
        return new MemberFailedException(
                "messages are lost, because a process has not confirmed them before this one left the job: fromProcess=%d %s to %s: %s; was it stopped or killed? let it receive sooner, or raise silence-limit=%s"
                        .formatted(
                                process(),
                                peer(process()),
                                all.stream()
                                        .map(each -> "%s unsentMessages=%d unconfirmedBytes=%d"
                                                .formatted(
                                                        peer(each.process()), each.messages(), each.unconfirmedBytes()))
                                        .collect(Collectors.joining(", ")),
                                why == null ? "it is not known to have ended" : why.getMessage(),
                                job.silenceLimit()),
                null,
                -1,
                peer(first.process()));
    }

    /**
     * Disconnects, and ends whatever still waits for a message with an exception.
     *
     * <p>All members of the job should have left before.
     */
    @Override
    public void close() {
        try {
            disconnect();
        } finally {
            forEachGroup(Membership::close);
        }
    }

    /**
     * Returns whether a process that was lost is known to have ended, and did not go on without this one: it closed in good order, or its
     * address refuses connections, and this process has not stood still for longer than the limit on silence.
     */
    public boolean hasEnded(int process) {
        return proven.contains(process);
    }

    /** Returns whether nothing more is expected from a process. */
    public boolean hasLost(int process) {
        return lost.containsKey(process);
    }

    private boolean isHere(int process) {
        return process == job.process();
    }

    private void tellOthersOfLoss(int process, Throwable cause) {
        BitSet all = new BitSet();
        all.set(0, processes());
        links.tell(all, Notice.lost(process, String.valueOf(cause.getMessage()), hasEnded(process)));
    }

    private void forEachGroup(Consumer<Membership> action) {
        for (Long id : groups.keySet()) {
            Membership state = group(id);
            if (state != null) {
                action.accept(state);
            }
        }
    }

    private @Nullable Membership group(long id) {
        WeakReference<Membership> reference = groups.get(id);
        return reference == null ? null : reference.get();
    }

    private final class Links implements LocalProcess {
        @Override
        public int process() {
            return job.process();
        }

        @Override
        public boolean isHere(int process) {
            return ProcessRuntime.this.isHere(process);
        }

        @Override
        public boolean isOnThisHost(int process) {
            return peer(process).host().equals(peer(process()).host());
        }

        @Override
        public PeerInfo peer(int process) {
            return peers.get(process);
        }

        @Override
        public IdleStrategy patience() {
            return patience;
        }

        @Override
        public long windowBytes() {
            return job.windowBytes();
        }

        @Override
        public Payloads payloads() {
            return payloads;
        }

        @Override
        public PeerLink connection(int process) {
            return device.connect(process);
        }

        @Override
        public @Nullable SharedMemory sharedMemory() {
            return device.sharedMemory();
        }

        @Override
        public void signal(Notice signal) {
            Membership state = group(signal.group());
            if (state == null) {
                return;
            }
            send(state.route().processOf(signal.destination()), signal);
        }

        @Override
        public void tell(BitSet processes, Notice signal) {
            processes.stream()
                    .filter(process -> !isHere(process) && !lost.containsKey(process))
                    .forEach(process -> send(process, signal));
        }

        private void send(int process, Notice signal) {
            PeerLink connection = connection(process);
            connection.signal(signal);
            connection.flush();
        }

        @Override
        public void told(GroupLayout route) {
            route.hosts().stream().forEach(told::add);
        }

        @Override
        public void forget(long group) {
            groups.remove(group);
            expectMembers();
        }
    }

    private final class Deliveries implements InboundHandler {
        @Override
        public @Nullable Recipient recipient(long group, int rank) {
            Membership state = group(group);
            return state == null ? null : state.member(rank);
        }

        @Override
        public boolean isBetweenMembers(int process, long group, int source, int destination) {
            Membership state = group(group);
            if (state == null) {
                return false;
            }
            GroupLayout route = state.route();
            boolean fromThere = route.has(source) && (process == -1 || route.processOf(source) == process);
            boolean toHere = destination == -1 || (route.has(destination) && isHere(route.processOf(destination)));
            if (!fromThere || !toHere) {
                throw new TuttiException(
                        "malformed frame: fromProcess=%d toProcess=%d have no such members: group=%s source=%d destination=%d"
                                .formatted(process, job.process(), route.name(), source, destination));
            }
            return true;
        }

        @Override
        public void signal(int process, Notice signal) {
            Throwable why = lost.get(process);
            if (why == null || ended.contains(process)) {
                take(signal);
            } else if (refused.add(process)) {
                // it may think that all others are lost, because they have given it up; and it may not know that they
                // have
                throw new TuttiException("process was given up: process=%d: %s".formatted(process, why.getMessage()));
            }
        }

        private void take(Notice signal) {
            if (signal.kind() == Notice.Kind.ALIVE) {
                return; // that it was heard is all it says
            }
            if (signal.kind() == Notice.Kind.LOST) {
                giveUp(
                        signal.source(),
                        signal.saysEnded()
                                ? new ProcessEndedException(signal.text())
                                : new TuttiException(signal.text()));
                return;
            }
            Membership state = group(signal.group());
            if (state != null) {
                state.signal(signal);
            }
        }

        @Override
        public void ended(int process) {
            // not told to others: to them, the process' last messages may still be under way
            ended.add(process);
            gone(process, new ProcessEndedException("process has left the job"));
        }

        @Override
        public void lost(int process, Throwable cause) {
            if (!isHere(process) && gone(process, cause) && isHere(hub())) {
                tellOthersOfLoss(process, cause);
            }
        }

        private boolean gone(int process, Throwable cause) {
            boolean first = lost.putIfAbsent(process, cause) == null;
            if (first) {
                if (ProcessEndedException.isCauseOf(cause) && !pulse.hasStoodStill()) {
                    proven.add(process); // before members hear of the loss
                }
                forEachGroup(state -> state.processLost(process, cause));
                if (process < hub()) {
                    replaceHub();
                }
            }
            return first;
        }

        @Override
        public void heard(int process) {
            pulse.heard(process);
        }
    }

    /** Counts a process as lost to which there may still be a connection. */
    private void giveUp(int process, TuttiException cause) {
        String reason = String.valueOf(cause.getMessage());
        arrivals.lost(process, cause);
        if (!isHere(process)) {
            forEachGroup(state -> state.givenUp(process, reason));
            device.abandon(process, reason); // after that, so that the reason is known before the connection ends
        }
    }

    private final class Body implements FailureDetector.Body {
        @Override
        public void beat() {
            device.checkConnections(); // for what was under way since the last beat
            device.signalAll(Notice.alive(process()));
        }

        @Override
        public void silent(int process) {
            if (leaving) {
                return; // nobody waits for it any more
            }
            if (!lost.containsKey(process)) {
                giveUp(
                        process,
                        new TuttiException(
                                "process is silent: silence-limit=%s; it was stopped, or its host or the network is down"
                                        .formatted(job.silenceLimit())));
            }
        }

        @Override
        public void nudge(long nowNanos) {
            patience.nudge(nowNanos);
        }
    }
}
