package tutti.messaging.device.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.BoundedLink;
import tutti.messaging.device.DeferredLink;
import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.FrameLink;
import tutti.messaging.device.InboundFrames;
import tutti.messaging.device.Lane;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.SharedMemory;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.WiredDevice;
import tutti.messaging.device.Wireup;

/**
 * Carries frames between processes of one host through memory: a ring and two doorbells for each direction of a pair.
 *
 * <p>It has no connections: another device agrees on a ring with each peer, notices the peer's end, and carries the
 * frames if the peer refuses. So it is closed with that device. Thread-safe.
 */
public final class ShmDevice implements WiredDevice {
    private final DeviceContext context;
    private final HostMemory memory;
    private final Map<Integer, DeferredLink> links = new ConcurrentHashMap<>();
    private final Map<Integer, BoundedLink> rings = new ConcurrentHashMap<>(); // the chosen links that are rings
    private final Map<Integer, RingFiles> offers = new ConcurrentHashMap<>();
    private final Map<Integer, Inbound> inbound = new ConcurrentHashMap<>();

    /** Makes the device of a process. */
    public ShmDevice(DeviceContext context, HostMemory memory) {
        this.context = context;
        this.memory = memory;
    }

    /** A ring that is read, and where its frames go. */
    private record Inbound(RingReader reader, InboundFrames frames) {}

    // ---------------------------------------------------------------- device

    @Override
    public boolean reaches(int process) {
        return context.connections().isOnThisHost(process);
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
        rings.values().forEach(ring -> {
            ring.signal(notice);
            ring.flush();
        });
    }

    @Override
    public void abandon(int process, String reason) {
        BoundedLink ring = rings.get(process);
        if (ring != null) {
            ring.close();
        }
    }

    @Override
    public SharedMemory sharedMemory() {
        return memory;
    }

    @Override
    public List<Undelivered> close() {
        offers.values().forEach(RingFiles::close);
        rings.values().forEach(BoundedLink::close);
        return List.of(); // the connections know what has not been delivered
    }

    // ---------------------------------------------------------------- what this process writes

    @Override
    public @Nullable String offer(int process) {
        withdrawOffer(process);
        RingFiles files = context.connections().isOnThisHost(process) ? memory.invite(process) : null;
        if (files == null) {
            return null;
        }
        offers.put(process, files);
        return files.invitation();
    }

    private void withdrawOffer(int process) {
        RingFiles files = offers.remove(process);
        if (files != null) {
            files.close();
        }
    }

    @Override
    public @Nullable Lane agree(int process, @Nullable String answer, FrameLink connection) {
        RingFiles files = offers.remove(process);
        if (files != null && Wireup.isAccepted(answer)) {
            BoundedLink ring = open(process, files);
            link(process).choose(ring);
            return ring;
        }
        if (files != null) {
            files.close();
            memory.refused(process, "process refused: " + answer);
        }
        link(process).choose(connection);
        return null;
    }

    private BoundedLink open(int process, RingFiles accepted) {
        try {
            RingFiles.Shared shared = accepted.complete();
            RingWriter writer = new RingWriter(shared.memory(), new Doorbell(shared.bell())::ring);
            BoundedLink ring = context.linkBy(writer);
            context.engine().watch(ring, shared.bell());
            rings.put(process, ring);
            return ring;
        } catch (IOException e) {
            throw new UncheckedIOException("no shared memory with process=" + process, e);
        }
    }

    @Override
    public void withdraw(int process, FrameLink connection) {
        withdrawOffer(process);
        link(process).choose(connection);
    }

    // ---------------------------------------------------------------- what this process reads

    @Override
    public String accept(int process, String offer) {
        forget(process); // the ring of a connection which broke before the answer came: nothing is in it
        try {
            InboundFrames frames = context.framesOf(process);
            inbound.put(process, new Inbound(memory.accept(process, offer, frames), frames));
            return ACCEPTED;
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
    }

    private void forget(int process) {
        Inbound before = inbound.remove(process);
        if (before != null) {
            context.engine().forget(before.reader());
        }
    }

    @Override
    public void drain(int process) {
        Inbound last = inbound.get(process);
        if (last != null) {
            last.reader().finish();
            context.engine().forget(last.reader());
        }
    }

    @Override
    public void ended(int process, Supplier<MemberFailedException> cause) {
        Inbound last = inbound.remove(process);
        if (last != null) {
            last.frames().end(cause);
        }
    }
}
