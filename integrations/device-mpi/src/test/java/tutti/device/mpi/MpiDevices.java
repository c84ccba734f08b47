package tutti.device.mpi;

import tutti.messaging.config.Job;
import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.WiredDevice;

/** Makes devices over the MPI of this JVM alone, which sends to itself; for tests. */
public final class MpiDevices {
    private MpiDevices() {}

    public static WiredDevice inOneProcess(DeviceContext context) {
        MpiProcess mpi = MpiStart.process();
        MpiStart.begin(Job.DEFAULT_JOIN_TIMEOUT);
        MpiDevice device = new MpiDevice(context, mpi, process -> 0);
        device.startPolling();
        return device;
    }

    /** Returns what keeps tests from running over the library that is chosen, or an empty text. */
    public static String missing() {
        try {
            MpiLibraryChoice.library();
            return "";
        } catch (MpiException e) {
            return e.getMessage();
        }
    }

    /** Returns what the library that is chosen says of itself. */
    public static String version() {
        return MpiLibraryChoice.library().version();
    }
}
