package tutti.messaging.runtime;

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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.PeerInfo;
import tutti.messaging.bootstrap.Meeting;
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
import tutti.messaging.match.Payloads;
import tutti.messaging.progress.DrivingThreads;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.progress.ThreadSupply;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Codec;
import tutti.serialization.TuttiException;

/**
 * One process of a job: connects it to the others, and opens endpoints for its members.
 *
 * <p>Thread-safe. Several of them, of one job or of several, may live in one JVM.
 */
public final class ProcessRuntime implements AutoCloseable {
    private final Job job;
    private final LocalProcess links = new Links();
    private final Payloads payloads;
    private final GroupTable groups = new GroupTable();
    private final ProcessLosses losses;
    private final IdleStrategy idleStrategy;
    private final WaitQueue requests;
    private final DeadlockDetector deadlocks;
    private final FailureDetector.Body body = new Body();
    private final FailureDetector failureDetector;
    private volatile Device device; // loopback only, until this process has joined
    private final Endpoint jobEndpoint;
    private volatile List<PeerInfo> peers;
    /** Processes of broken groups that members here have been told of, unless they are in a later group. */
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();

    private volatile boolean leaving;

    private ProcessRuntime(Job job, Codec codec, Joined.Factory factory, Scheduling scheduling) {
        this.job = job;
        payloads = new Payloads(codec);
        idleStrategy = new IdleStrategy(job.waitStrategy(), scheduling);
        requests = new WaitQueue(idleStrategy);
        deadlocks = new DeadlockDetector(job.process(), new DetectedGroups(links, groups), scheduling);
        failureDetector = new FailureDetector(body, job.processes(), job.silenceLimit(), scheduling);
        peers = IntStream.range(0, job.processes())
                .mapToObj(process -> new PeerInfo(process, "", 0, "?", 0))
                .toList();
        losses = new ProcessLosses(links, job.processes(), groups, () -> device, failureDetector);
        InboundHandler handler = new InboundDispatcher(links, groups, losses, failureDetector);
        Device loopback = new LoopbackDevice(job.process(), handler);
        device = loopback;
        // before joining, because a process that has joined sooner may send at once
        List<Integer> all = IntStream.range(0, job.processes()).boxed().toList();
        GroupLayout layout = new GroupLayout(GroupLayout.JOB, "job", all, false);
        jobEndpoint = Objects.requireNonNull(open(layout).get(job.process()));
        Joined joined = factory.join(handler, idleStrategy);
        idleStrategy.expectCores(job.cores() > 0 ? job.cores() : joined.cores());
        List<Device> nearestFirst = new ArrayList<>(joined.devices());
        nearestFirst.addFirst(loopback);
        device = new ReachDevice(job.processes(), nearestFirst);
        peers = joined.peers();
        losses.connectToHub();
        failureDetector.start(process());
    }

    /**
     * Joins a job, and waits until all its processes have joined.
     *
     * @throws JoinException if process 0 is not reached, or not every process has joined in time, or two of them
     *     disagree, or the system does not give this process the threads that it needs
     */
    public static ProcessRuntime join(Job job, Codec codec) {
        return join(job, codec, meeting -> {});
    }

    /** Joins a job, and says when it listens, before it waits for the others. */
    public static ProcessRuntime join(Job job, Codec codec, Consumer<Meeting> listening) {
        ThreadSupply.check(job.process());
        Joined.Factory factory = job.processes() == 1
                ? (handler, idle) -> Joined.alone()
                : (handler, idle) -> JobDevices.join(job, codec, handler, idle, address -> address, listening);
        return join(job, codec, factory, Scheduling.OF_JVM);
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

    /** Runs a member in the calling thread, which ends with it; it drives the sockets while it waits. */
    public void run(Runnable member) {
        if (job.processes() == 1) {
            member.run();
        } else {
            DrivingThreads.run(member);
        }
    }

    /** Returns where a process runs. */
    public PeerInfo peer(int process) {
        return peers.get(process);
    }

    /** Returns over how many cores the members of this host are spread. */
    public int cores() {
        return idleStrategy.cores();
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
    public Map<Integer, Endpoint> open(GroupLayout layout) {
        Membership state = new Membership(links, layout);
        groups.add(state);
        layout.hosts().stream().forEach(told::remove);
        Map<Integer, Endpoint> endpoints = new HashMap<>();
        layout.ranksAt(process()).stream().forEach(rank -> endpoints.put(rank, new Endpoint(state.open(rank))));
        expectMembers();
        losses.forEach(state::processLost);
        if (!losses.isEmpty()) {
            losses.connectToHub(); // it was not needed while there were no members
        }
        return Collections.unmodifiableMap(endpoints);
    }

    /** Members may be in several groups; the largest tells how many compete for the cores of this host. */
    private void expectMembers() {
        idleStrategy.expectMembers(groups.mostMembersOnThisHost());
    }

    /**
     * Sends what is queued, as long as the others take anything, and ends all connections; what waits for a message
     * still waits.
     *
     * @throws MemberFailedException if a process was lost before it had got all that members here sent to it, and no
     *     member has been told of the loss by an operation
     */
    public void disconnect() {
        leaving = true;
        List<Undelivered> all = device.close();
        failureDetector.close(); // last, so that no other thinks that this process is silent
        List<Undelivered> unknown = all.stream()
                .filter(each -> !losses.hasClosed(each.process()) && !told.contains(each.process()))
                .toList();
        if (!unknown.isEmpty()) {
            Throwable why = losses.cause(unknown.getFirst().process());
            throw FailureTexts.undelivered(links, unknown, why, job.silenceLimit());
        }
    }

    /**
     * Disconnects, and ends what still waits for a message with an exception.
     *
     * <p>All members of the job should have left before.
     */
    @Override
    public void close() {
        try {
            disconnect();
        } finally {
            groups.forEach(Membership::close);
        }
    }

    /**
     * Returns whether a process that was lost is known to have ended, and not to run on without this one: it closed in
     * good order, or its address refuses connections, and this process has not stood still for longer than the limit on
     * silence.
     */
    public boolean hasEnded(int process) {
        return losses.isProven(process);
    }

    /** Returns whether nothing more is expected from a process. */
    public boolean hasLost(int process) {
        return losses.contains(process);
    }

    private boolean isHere(int process) {
        return process == job.process();
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
        public IdleStrategy idleStrategy() {
            return idleStrategy;
        }

        @Override
        public WaitQueue requests() {
            return requests;
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
        public DeadlockDetector deadlocks() {
            return deadlocks;
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
            Membership state = groups.get(signal.group());
            if (state == null) {
                return;
            }
            send(state.layout().processOf(signal.destination()), signal);
        }

        @Override
        public void tell(BitSet processes, Notice signal) {
            processes.stream()
                    .filter(process -> !isHere(process) && !losses.contains(process))
                    .forEach(process -> send(process, signal));
        }

        private void send(int process, Notice signal) {
            PeerLink connection = connection(process);
            connection.signal(signal);
            connection.flush();
        }

        @Override
        public void told(GroupLayout layout) {
            layout.hosts().stream().forEach(told::add);
        }

        @Override
        public void forget(long group) {
            groups.remove(group);
            expectMembers();
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
            if (leaving || losses.contains(process)) {
                return; // no member waits for it any more
            }
            losses.giveUp(
                    process,
                    new TuttiException(
                            "process is silent: silence-limit=%s; it was stopped, or its host or the network is down"
                                    .formatted(job.silenceLimit())));
        }

        @Override
        public void timerTick(long nowNanos) {
            losses.tick();
            idleStrategy.timerTick(nowNanos);
        }
    }
}
