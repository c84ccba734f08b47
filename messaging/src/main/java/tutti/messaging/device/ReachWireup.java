package tutti.messaging.device;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;

/** The agreement of several devices with a peer: the first that reaches it speaks. Thread-safe. */
public final class ReachWireup implements Wireup {
    private static final String NONE = "process has no device for this";

    private final List<? extends WiredDevice> devices;

    /**
     * Composes the agreements of devices.
     *
     * @param nearestFirst in the order in which {@link ReachDevice} asks them; a device that is removed speaks no more
     */
    public ReachWireup(List<? extends WiredDevice> nearestFirst) {
        devices = nearestFirst;
    }

    private @Nullable WiredDevice to(int process) {
        for (WiredDevice device : devices) {
            if (device.reaches(process)) {
                return device;
            }
        }
        return null;
    }

    @Override
    public @Nullable String offer(int process) {
        WiredDevice device = to(process);
        return device == null ? null : device.offer(process);
    }

    @Override
    public @Nullable Lane agree(int process, @Nullable String answer, FrameLink connection) {
        WiredDevice device = to(process);
        return device == null ? null : device.agree(process, answer, connection);
    }

    @Override
    public void withdraw(int process, FrameLink connection) {
        devices.forEach(device -> device.withdraw(process, connection));
    }

    /** Asks each: a process that has joined may call before this one knows which device reaches it. */
    @Override
    public String accept(int process, String offer) {
        String refusals = "";
        for (WiredDevice device : devices) {
            String answer = device.accept(process, offer);
            if (Wireup.isAccepted(answer)) {
                return answer;
            }
            refusals += (refusals.isEmpty() ? "" : "; ") + answer;
        }
        return refusals.isEmpty() ? NONE : refusals;
    }

    @Override
    public void drain(int process) {
        devices.forEach(device -> device.drain(process));
    }

    @Override
    public void ended(int process, Supplier<MemberFailedException> cause) {
        devices.forEach(device -> device.ended(process, cause));
    }
}
