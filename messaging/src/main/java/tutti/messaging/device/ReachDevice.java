package tutti.messaging.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * One device of several: each process is reached by the first of them that reaches it.
 *
 * <p>The nearest comes first: the own process, the own host, the network. A device that leaves its connections to
 * another comes before that one, which is closed first. Thread-safe.
 */
public final class ReachDevice implements Device {
    private final List<Device> devices;
    private final AtomicReferenceArray<@Nullable PeerLink> links; // by process, from when it is first asked for

    /**
     * Composes devices.
     *
     * @param processes number of processes in the job
     */
    public ReachDevice(int processes, List<Device> devices) {
        this.devices = List.copyOf(devices);
        links = new AtomicReferenceArray<>(processes);
    }

    @Override
    public boolean reaches(int process) {
        return devices.stream().anyMatch(device -> device.reaches(process));
    }

    @Override
    public PeerLink connect(int process) {
        PeerLink known = links.get(process);
        if (known != null) {
            return known;
        }
        PeerLink link = devices.stream()
                .filter(device -> device.reaches(process))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no device reaches process=" + process))
                .connect(process);
        links.set(process, link); // the same that another thread may have found
        return link;
    }

    @Override
    public void signalAll(Notice notice) {
        devices.forEach(device -> device.signalAll(notice));
    }

    @Override
    public void checkConnections() {
        devices.forEach(Device::checkConnections);
    }

    @Override
    public void abandon(int process, String reason) {
        devices.forEach(device -> device.abandon(process, reason));
    }

    @Override
    public @Nullable SharedMemory sharedMemory() {
        return devices.stream()
                .map(Device::sharedMemory)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<Undelivered> close() {
        List<Undelivered> all = new ArrayList<>();
        devices.reversed().forEach(device -> all.addAll(device.close()));
        return all;
    }
}
