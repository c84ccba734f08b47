package tutti.group.growth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.Collectives;
import tutti.messaging.JoinException;
import tutti.messaging.SimulatedNetwork;
import tutti.messaging.SimulatedProcess;
import tutti.messaging.Simulation;
import tutti.messaging.config.Job;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.GroupLayout;

/** Where the processes of a larger job meet: at its process 0, which answers all when the last has come. */
final class SimulatedMeeting {
    private static final long WINDOW_BYTES = 3_000;
    private static final long GROUP = 1;

    private final Simulation simulation;
    private final int port;
    private final SimulatedProcess owner;
    private final int size;
    private final List<Integer> hosts; // of the ranks of the larger group
    private final Map<Integer, SimulatedProcess> present = new TreeMap<>();
    private @Nullable String refusal;
    private @Nullable SimulatedNetwork network;
    private List<Endpoint> members = List.of();

    SimulatedMeeting(Simulation simulation, int port, SimulatedProcess owner, int size, List<Integer> hosts) {
        this.simulation = simulation;
        this.port = port;
        this.owner = owner;
        this.size = size;
        this.hosts = hosts;
    }

    int port() {
        return port;
    }

    /** Returns the larger job, or null if it has not begun. */
    @Nullable
    SimulatedNetwork network() {
        return network;
    }

    /** Tells all that wait why the job cannot begin; too late if it has begun. */
    void cancel(String why) {
        if (network == null && refusal == null) {
            refusal = why;
            simulation.note(() -> "meeting %d is cancelled: %s".formatted(port, why));
        }
    }

    /** Has a process join, and waits until all have. */
    Entry join(SimulatedProcess process, Job place) {
        process.parkNanos(this, 1 + simulation.delay());
        int index = place.process();
        present.put(index, process.as(index));
        long deadline = process.nanoTime() + place.joinTimeout().toNanos();
        owner.post(simulation.delay(), this::beginIfComplete); // no thread waits while it makes the job
        while (network == null) {
            if (refusal != null) {
                throw new JoinException(refusal, null);
            }
            if (Thread.interrupted()) {
                present.remove(index);
                throw new JoinException("interrupted while joining", null);
            }
            if (!owner.isAlive() || process.nanoTime() > deadline) {
                present.remove(index);
                throw new JoinException("not all have come: present=" + present.keySet(), null);
            }
            process.parkNanos(this, 1 + simulation.delay());
        }
        return new Entry(process, network, index);
    }

    private void beginIfComplete() {
        boolean isComplete = present.size() == size
                && refusal == null
                && network == null
                && present.values().stream().allMatch(SimulatedProcess::isAlive);
        if (isComplete) {
            SimulatedNetwork begun = new SimulatedNetwork(simulation, new ArrayList<>(present.values()), WINDOW_BYTES);
            members = begun.open(new GroupLayout(GROUP, "larger", hosts, true));
            network = begun;
            simulation.note(() -> "the larger job of meeting %d begins".formatted(port));
        }
    }

    /** What a process has of the larger job. */
    final class Entry implements JobEntry<Integer, Endpoint> {
        private final SimulatedProcess process;
        private final SimulatedNetwork begun;
        private final int index;
        private boolean abandoned;

        private Entry(SimulatedProcess process, SimulatedNetwork begun, int index) {
            this.process = process;
            this.begun = begun;
            this.index = index;
        }

        @Override
        public Endpoint enter(Integer member, String groupName, int rank, int groupSize, Duration limit) {
            Endpoint endpoint = members.get(rank);
            new Collectives(endpoint.within(limit)).barrier();
            return endpoint;
        }

        @Override
        public void keep() {}

        @Override
        public void abandon(Throwable cause) {
            if (abandoned) {
                return;
            }
            abandoned = true;
            for (int rank = 0; rank < hosts.size(); rank++) {
                if (hosts.get(rank) == index) {
                    members.get(rank).fail(cause);
                    members.get(rank).leave();
                }
            }
            process.post(simulation.delay(), () -> begun.messenger(index).close());
        }
    }
}
