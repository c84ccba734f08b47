package tutti.device.mpi;

import java.util.function.IntUnaryOperator;
import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.DeviceProvider;
import tutti.messaging.device.WiredDevice;

/**
 * Makes the device {@code mpi}, in processes that {@code mpirun}, {@code mpiexec} or {@code srun} has started.
 *
 * <p>MPI's ranks are the processes' indices in the job.
 */
public final class MpiDeviceProvider implements DeviceProvider {
    /** For {@link java.util.ServiceLoader}. */
    public MpiDeviceProvider() {}

    @Override
    public String name() {
        return "mpi";
    }

    @Override
    public String prepare(int process, int processes) {
        MpiProcess mpi = MpiStart.process();
        if (mpi.hasBegun()) { // for an earlier job
            mpi.requirePlace(process, processes);
        }
        return mpi.identity() + "; TUTTI_MPI_LIBRARY names another library";
    }

    @Override
    public WiredDevice open(DeviceContext context) {
        return new MpiDevice(context, MpiStart.process(), IntUnaryOperator.identity());
    }
}
