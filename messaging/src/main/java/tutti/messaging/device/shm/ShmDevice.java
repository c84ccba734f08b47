package tutti.messaging.device.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.ConnectionOwner;
import tutti.messaging.device.DeferredLink;
import tutti.messaging.device.Device;
import tutti.messaging.device.FrameLink;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Lane;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.Reassembler;
import tutti.messaging.device.SharedMemory;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.Wireup;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.serialization.Codec;

/**
 * Carries frames between processes of one host through memory: a ring and two doorbells for each direction of a pair.
 *
 * <p>It has no connections: another device agrees on a ring with each peer, notices the peer's end, and carries the
 * frames if the peer refuses. So it is closed with that device. Thread-safe.
 */
public final class ShmDevice implements Device, Wireup {
    private final int processes;
    private final HostMemory memory;
    private final Codec codec;
    private final InboundHandler handler;
    private final ProgressEngine engine;
    private final IdleStrategy idleStrategy;
    private final Executor senderPool;
    private final ConnectionOwner connections;
    private final Map<Integer, DeferredLink> links = new ConcurrentHashMap<>();
    private final Map<Integer, ShmLink> rings = new ConcurrentHashMap<>(); // the chosen links that are rings
    private final Map<Integer, RingFiles> offers = new ConcurrentHashMap<>();
    private final Map<Integer, Inbound> inbound = new ConcurrentHashMap<>();

    /**
     * Makes the device of a process.
     *
     * @param processes number of processes in the job
     * @param connections agrees with peers, and notices their end
     */
    public ShmDevice(
            int processes,
            HostMemory memory,
            Codec codec,
            InboundHandler handler,
            ProgressEngine engine,
            IdleStrategy idleStrategy,
            Executor senderPool,
            ConnectionOwner connections) {
        this.processes = processes;
        this.memory = memory;
        this.codec = codec;
        this.handler = handler;
        this.engine = engine;
        this.idleStrategy = idleStrategy;
        this.senderPool = senderPool;
        this.connections = connections;
    }

    /** A ring that is read, and where its frames go. */
    private record Inbound(RingReader reader, ShmInbound frames) {}

    // ---------------------------------------------------------------- device

    @Override
    public boolean reaches(int process) {
        return connections.isOnThisHost(process);
    }

    @Override
    public PeerLink connect(int process) {
        DeferredLink link = link(process);
        if (!link.isChosen()) {
            connections.openConnection(process);
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
        ShmLink ring = rings.get(process);
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
        rings.values().forEach(ShmLink::close);
        return List.of(); // the connections know what has not been delivered
    }

    // ---------------------------------------------------------------- what this process writes

    @Override
    public @Nullable String offer(int process) {
        withdrawOffer(process);
        RingFiles files = connections.isOnThisHost(process) ? memory.invite(process) : null;
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
        if (files != null && ACCEPTED.equals(answer)) {
            ShmLink ring = open(process, files);
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

    private ShmLink open(int process, RingFiles accepted) {
        try {
            RingFiles.Shared shared = accepted.complete();
            RingWriter writer = new RingWriter(shared.memory(), new Doorbell(shared.bell())::ring);
            ShmLink ring = new ShmLink(writer, engine, idleStrategy, senderPool);
            engine.watch(ring, shared.bell());
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
            Reassembler reassembler = new Reassembler(processes, process, codec, handler, idleStrategy);
            ShmInbound frames =
                    new ShmInbound(process, handler, reassembler, failure -> connections.giveUp(process, failure));
            inbound.put(process, new Inbound(memory.accept(offer, frames), frames));
            return ACCEPTED;
        } catch (IOException | RuntimeException e) {
            return e.toString();
        }
    }

    private void forget(int process) {
        Inbound before = inbound.remove(process);
        if (before != null) {
            engine.forget(before.reader());
        }
    }

    @Override
    public void drain(int process) {
        Inbound last = inbound.get(process);
        if (last != null) {
            last.reader().finish();
            engine.forget(last.reader());
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
