package tutti.device.mpi;

import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.WiredDevice;

/** Makes devices over the MPI of this JVM alone, which sends to itself; for tests. */
public final class MpiDevices {
    private MpiDevices() {}

    public static WiredDevice inOneProcess(DeviceContext context) {
        return new MpiDevice(context, MpiStart.process(), process -> 0);
    }
}
