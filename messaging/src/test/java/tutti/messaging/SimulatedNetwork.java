package tutti.messaging;

import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tutti.messaging.config.Job;
import tutti.messaging.device.Frame;
import tutti.messaging.device.Joined;
import tutti.messaging.device.Notice;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Codec;
import tutti.serialization.codec.ObjectCodec;

/** The processes of a simulated job and what connects them, which may be slow, be cut, or end when a process dies. */
public final class SimulatedNetwork {
    /** How long a process may be silent here. */
    static final Duration SILENCE_LIMIT = Duration.ofSeconds(1);

    private final Simulation simulation;
    private final long windowBytes;
    private final Codec codec = new ObjectCodec();
    private final List<SimulatedProcess> processes;
    private final List<SimulatedTransport> transports = new ArrayList<>();
    private final List<ProcessRuntime> messengers = new ArrayList<>();
    private final Map<Envelope, Window> windows = new HashMap<>();

    /** Makes a job whose processes have joined. */
    public SimulatedNetwork(Simulation simulation, int size, long windowBytes) {
        this(
                simulation,
                IntStream.range(0, size)
                        .mapToObj(index -> new SimulatedProcess(simulation, index))
                        .toList(),
                windowBytes);
    }

    /** Makes a job of given processes, each of which knows its index in it. */
    public SimulatedNetwork(Simulation simulation, List<SimulatedProcess> processes, long windowBytes) {
        this.simulation = simulation;
        this.windowBytes = windowBytes;
        this.processes = processes;
        int size = processes.size();
        List<PeerInfo> peers = IntStream.range(0, size)
                .mapToObj(index -> new PeerInfo(index, "address", 1, "host-" + index, index))
                .toList();
        for (SimulatedProcess process : processes) {
            Job job = Job.of(process.index(), size, "simulated", 1)
                    .withWindowBytes(windowBytes)
                    .withWaitStrategy(WaitStrategy.PARK)
                    .withSilenceLimit(SILENCE_LIMIT);
            Joined.Factory factory = (arrivals, idleStrategy) -> {
                SimulatedTransport transport = new SimulatedTransport(this, process, arrivals, idleStrategy);
                transports.add(transport);
                return new Joined(List.of(transport), peers, 1);
            };
            messengers.add(ProcessRuntime.join(job, codec, factory, process));
        }
    }

    Simulation simulation() {
        return simulation;
    }

    RandomGenerator random() {
        return simulation.random();
    }

    Codec codec() {
        return codec;
    }

    /** Returns the number of processes. */
    public int size() {
        return processes.size();
    }

    /** Returns a process. */
    public SimulatedProcess process(int index) {
        return processes.get(index);
    }

    SimulatedTransport transport(int index) {
        return transports.get(index);
    }

    /** Returns what a process has of the job. */
    public ProcessRuntime messenger(int index) {
        return messengers.get(index);
    }

    /** Opens a group in all its processes, and returns its endpoints by rank. */
    public List<Endpoint> open(GroupLayout layout) {
        Map<Integer, Endpoint> endpoints = new TreeMap<>();
        layout.hosts().stream()
                .forEach(process -> endpoints.putAll(messenger(process).open(layout)));
        return List.copyOf(endpoints.values());
    }

    // ---------------------------------------------------------------- what goes wrong

    /** A process ends; of what it has sent, the last part is lost. */
    public void crash(int index) {
        simulation.note(() -> "process %d dies".formatted(index));
        process(index).die();
        transports.forEach(transport -> transport.processDied(index));
    }

    /** A process stops, and continues later unless that is never. */
    public void freeze(int index, long nanos) {
        simulation.note(() -> "process %d stops".formatted(index));
        process(index).freeze(nanos == Long.MAX_VALUE);
        if (nanos < Long.MAX_VALUE) {
            simulation.at(nanos, () -> {
                simulation.note(() -> "process %d continues".formatted(index));
                process(index).thaw();
            });
        }
    }

    /** The connections between two processes break. */
    public void cut(int one, int other) {
        simulation.note(() -> "cut between %d and %d".formatted(one, other));
        transports.get(one).cut(other);
        transports.get(other).cut(one);
    }

    /** Nothing passes between two processes for some time. */
    void stall(int one, int other, long nanos) {
        simulation.note(() -> "nothing passes between %d and %d for %,d ns".formatted(one, other, nanos));
        transports.get(one).stall(other, nanos);
        transports.get(other).stall(one, nanos);
    }

    // ---------------------------------------------------------------- what must hold

    /**
     * A chunk begins to travel: no more than the window may be under way before it, nor before its message, if it is
     * not just the envelope.
     */
    void sent(Frame.MessageChunk chunk) {
        Window window = windows.computeIfAbsent(stream(chunk.envelope()), key -> new Window());
        if (chunk.offset() == 0 && chunk.chunk().length() <= Credit.ANNOUNCED_BYTES) {
            return;
        }
        window.begins(chunk.envelope().sequence(), Message.weightBytes(chunk.totalBytes()));
        window.sent(chunk.chunk().length());
        if (window.begunBytes - window.lastBytes - window.takenBytes >= windowBytes
                || window.sentBytes - window.longestChunk - window.takenBytes >= windowBytes) {
            throw new AssertionError("more than the window is under way: windowBytes=%d %s offset=%d taken=%d %s"
                    .formatted(windowBytes, chunk.envelope(), chunk.offset(), window.takenBytes, window));
        }
    }

    /** A sender is about to learn what was taken. */
    void taken(Notice receipt) {
        Envelope key = Envelopes.of(
                receipt.group(),
                /* source= */ receipt.destination(),
                /* destination= */ receipt.source(),
                receipt.context(),
                0);
        Window window = windows.computeIfAbsent(key, stream -> new Window());
        window.takenBytes = Math.max(window.takenBytes, receipt.weightBytes());
    }

    private static Envelope stream(Envelope key) {
        return Envelopes.of(key.group(), key.source(), key.destination(), key.context(), 0);
    }

    private static final class Window {
        private long begunBytes; // of all messages that have begun, as a whole
        private long sentBytes; // of their chunks that have been sent
        private long longestChunk;
        private long takenBytes;
        private long last = -1;
        private long lastBytes;
        private final Set<Long> begun = new HashSet<>();

        /** Data of a message travel; counts it once. */
        void begins(long sequence, long bytes) {
            if (!begun.add(sequence)) {
                return;
            }
            begunBytes += bytes;
            if (sequence > last) {
                last = sequence;
                lastBytes = bytes;
            }
        }

        void sent(long bytes) {
            sentBytes += bytes;
            longestChunk = Math.max(longestChunk, bytes);
        }

        @Override
        public String toString() {
            return "begunBytes=%d lastBytes=%d sentBytes=%d longestChunk=%d"
                    .formatted(begunBytes, lastBytes, sentBytes, longestChunk);
        }
    }

    /** Returns what the transport of a process would say when a stream breaks. */
    static Status broken(String why) {
        return Status.UNAVAILABLE.withDescription(why);
    }

    /** Returns whether nothing waits to be sent, or is on its way. */
    boolean isIdle() {
        return transports.stream().allMatch(SimulatedTransport::isIdle);
    }

    /** Returns whether a process still keeps a group. */
    boolean keeps(int process, long group) {
        return transports.get(process).arrivals().isBetweenMembers(-1, group, 0, Notice.ALL);
    }
}
