package tutti.device.mpi;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.BoundedLink;
import tutti.messaging.device.DeferredLink;
import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.FrameLink;
import tutti.messaging.device.InboundFrames;
import tutti.messaging.device.Lane;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.WiredDevice;
import tutti.messaging.device.Wireup;
import tutti.messaging.progress.Inward;

/**
 * Carries frames between processes through an MPI library, each frame as a message in {@code MPI_COMM_WORLD}.
 *
 * <p>Connections of another device find the peers, tell of their end, and agree on tags: the process that reads chooses
 * one, by which it knows who writes. MPI cannot wake a thread, so the progress engine polls it. Thread-safe.
 */
final class MpiDevice implements WiredDevice {
    private static final System.Logger LOG = System.getLogger(MpiDevice.class.getName());
    private static final long QUIET_NANOS = 500_000_000; // after the end of a peer that has not said so
    private static final long POLL_NANOS = 100_000;

    private final DeviceContext context;
    private final MpiProcess mpi;
    private final IntUnaryOperator ranks;
    private final Map<Integer, DeferredLink> links = new ConcurrentHashMap<>();
    private final Map<Integer, BoundedLink> lanes = new ConcurrentHashMap<>();
    private final List<BoundedLink> polled = new CopyOnWriteArrayList<>(); // the same links
    private final Map<Integer, Inbound> inbound = new ConcurrentHashMap<>();
    private final Progress progress = new Progress();

    /**
     * Makes the device of a process.
     *
     * @param ranks the ranks that processes have in MPI, by their index in the job
     */
    MpiDevice(DeviceContext context, MpiProcess mpi, IntUnaryOperator ranks) {
        this.context = context;
        this.mpi = mpi;
        this.ranks = ranks;
    }

    /** Begins to take in messages. MPI has begun. */
    void startPolling() {
        context.idleStrategy().expectSilence();
        context.engine().watch(progress);
    }

    /** What comes from a process, with the tag that says so. */
    private record Inbound(int tag, MpiInbound messages, InboundFrames frames) {}

    /** What the engine polls. */
    private final class Progress implements Inward {
        @Override
        public boolean poll() {
            boolean came = mpi.poll();
            polled.forEach(BoundedLink::drain); // messages that have been sent make room
            return came;
        }

        @Override
        public void arm() {
            // no process can ring
        }

        @Override
        public void disarm() {
            // no process rings
        }
    }

    // ---------------------------------------------------------------- device

    @Override
    public void begin(Duration limit) {
        int threadLevel = MpiStart.begin(limit);
        mpi.requirePlace(context.process(), context.processes());
        mpi.open(this);
        startPolling();
        if (context.process() == 0) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "messages between processes go through MPI: %s; threadLevel=%d (%s); a job over MPI cannot continue without lost processes or grow, and TLS does not cover its messages"
                            .formatted(
                                    mpi.identity(),
                                    threadLevel,
                                    mpi.callsAnywhere() ? "all threads call, in turn" : "one thread calls"));
        }
    }

    @Override
    public boolean reaches(int process) {
        return context.serves(process);
    }

    @Override
    public PeerLink connect(int process) {
        DeferredLink link = link(process);
        if (!link.isChosen()) {
            context.connections().openConnection(process);
        }
        return link;
    }

    private DeferredLink link(int process) {
        return links.computeIfAbsent(process, p -> new DeferredLink());
    }

    @Override
    public void signalAll(Notice notice) {
        lanes.values().forEach(lane -> {
            lane.signal(notice);
            lane.flush();
        });
    }

    @Override
    public void abandon(int process, String reason) {
        Inbound from = inbound.get(process);
        if (from != null) {
            from.messages().abandon(); // the thread that would learn it from the connection may wait for a message
        }
        BoundedLink lane = lanes.get(process);
        if (lane != null) {
            lane.close();
        }
    }

    @Override
    public List<Undelivered> close() {
        lanes.values().forEach(BoundedLink::close);
        inbound.values().forEach(each -> mpi.close(each.tag()));
        context.engine().forget(progress);
        mpi.close(this);
        return List.of(); // the connections know what has not been delivered
    }

    // ---------------------------------------------------------------- what this process writes

    @Override
    public String offer(int process) {
        return mpi.identity();
    }

    @Override
    public @Nullable Lane agree(int process, @Nullable String answer, FrameLink connection) {
        if (answer == null || !Wireup.isAccepted(answer)) {
            throw new JoinException(
                    "no way over MPI from process=%d to process=%d: %s; run one MPI library in all processes, by one mpirun, or leave the setting device out"
                            .formatted(context.process(), process, answer == null ? "it has no such device" : answer),
                    null);
        }
        int tag = Integer.parseInt(answer.substring(Wireup.ACCEPTED.length()).trim());
        MpiWriter writer = new MpiWriter(
                mpi,
                ranks.applyAsInt(process),
                tag,
                failure -> context.connections().giveUp(process, failure));
        BoundedLink lane = context.linkBy(writer);
        lanes.put(process, lane);
        polled.add(lane);
        link(process).choose(lane);
        return lane;
    }

    @Override
    public void withdraw(int process, FrameLink connection) {
        link(process).choose(connection);
    }

    // ---------------------------------------------------------------- what this process reads

    @Override
    public String accept(int process, String offer) {
        if (!offer.equals(mpi.identity())) {
            return "it has another MPI: offered: %s; here: %s".formatted(offer, mpi.identity());
        }
        forget(process); // the tag of a connection which broke before the answer came: nothing is sent with it
        InboundFrames frames = context.framesOf(process);
        MpiInbound messages = new MpiInbound(frames);
        int tag = mpi.open(messages);
        inbound.put(process, new Inbound(tag, messages, frames));
        return Wireup.ACCEPTED + " " + tag;
    }

    private void forget(int process) {
        Inbound before = inbound.remove(process);
        if (before != null) {
            mpi.close(before.tag());
        }
    }

    /** Messages of MPI may come later than the end of a connection, so this waits for the last, or for silence. */
    @Override
    public void drain(int process) {
        Inbound last = inbound.get(process);
        if (last == null) {
            return;
        }
        MpiInbound messages = last.messages();
        long seen = messages.arrived();
        long since = System.nanoTime();
        while (!messages.hasEnded() && System.nanoTime() - since < QUIET_NANOS) {
            mpi.poll();
            if (messages.arrived() != seen) {
                seen = messages.arrived();
                since = System.nanoTime();
            } else {
                LockSupport.parkNanos(this, POLL_NANOS);
            }
        }
        mpi.close(last.tag());
    }

    @Override
    public void ended(int process, Supplier<MemberFailedException> cause) {
        Inbound last = inbound.remove(process);
        if (last != null) {
            last.frames().end(cause);
        }
    }
}
