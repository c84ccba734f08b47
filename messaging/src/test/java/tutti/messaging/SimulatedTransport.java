package tutti.messaging;

import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.messaging.device.Device;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.grpc.FrameService;
import tutti.messaging.progress.IdleStrategy;

/**
 * The transport of one simulated process: a link to each process that it has connected to, and streams from those that
 * came.
 */
final class SimulatedTransport implements Device {
    private final SimulatedNetwork network;
    private final SimulatedProcess process;
    private final InboundHandler arrivals;
    private final IdleStrategy idleStrategy;
    private final FrameService service;
    private final Map<Integer, SimulatedLink> links = new TreeMap<>();
    private boolean closing;

    SimulatedTransport(
            SimulatedNetwork network, SimulatedProcess process, InboundHandler arrivals, IdleStrategy idleStrategy) {
        this.network = network;
        this.process = process;
        this.arrivals = arrivals;
        this.idleStrategy = idleStrategy;
        service = new FrameService(network.size(), network.codec(), arrivals, idleStrategy, null, new Ends());
    }

    /** Connections do not come back here: what has broken is lost. */
    private final class Ends implements FrameService.Callers {
        @Override
        public void called(int process) {}

        @Override
        public void broken(int other, int call) {
            service.giveUpIfBroken(other, call, SimulatedNetwork.broken("connection was lost"));
        }

        @Override
        public void ended(int other, Status why) {
            streamEnded(other, why);
        }
    }

    SimulatedNetwork network() {
        return network;
    }

    SimulatedProcess process() {
        return process;
    }

    InboundHandler arrivals() {
        return arrivals;
    }

    IdleStrategy idleStrategy() {
        return idleStrategy;
    }

    FrameService service() {
        return service;
    }

    void streamEnded(int other, Status status) {
        if (closing) {
            return;
        }
        network.simulation()
                .note(() ->
                        "%d: stream of %d has ended: %s".formatted(process.index(), other, status.getDescription()));
        if (status.isOk()) {
            arrivals.ended(other);
        } else {
            arrivals.lost(other, status.asException());
        }
    }

    @Override
    public boolean reaches(int other) {
        return other != process.index();
    }

    @Override
    public PeerLink connect(int other) {
        SimulatedLink link = links.get(other);
        if (link == null) {
            link = new SimulatedLink(this, other);
            links.put(other, link);
            link.open();
            if (closing) {
                link.abandon("this process has left the job");
            }
        }
        return link;
    }

    @Override
    public void signalAll(Notice signal) {
        links.values().forEach(link -> {
            link.signal(signal);
            link.flush();
        });
    }

    @Override
    public void abandon(int other, String reason) {
        SimulatedLink link = links.get(other);
        if (link != null) {
            link.abandon(reason);
        }
    }

    @Override
    public List<Undelivered> close() {
        closing = true;
        links.values().forEach(SimulatedLink::finish);
        return List.of();
    }

    boolean isClosing() {
        return closing;
    }

    // ---------------------------------------------------------------- for the network

    void processDied(int other) {
        if (other == process.index()) {
            links.values().forEach(link -> link.breakOff(true));
        } else {
            cut(other);
        }
    }

    void cut(int other) {
        SimulatedLink link = links.get(other);
        if (link != null) {
            link.breakOff(false);
        }
    }

    void stall(int other, long nanos) {
        SimulatedLink link = links.get(other);
        if (link != null) {
            link.stall(nanos);
        }
    }

    boolean isIdle() {
        return links.values().stream().allMatch(SimulatedLink::isIdle);
    }
}
