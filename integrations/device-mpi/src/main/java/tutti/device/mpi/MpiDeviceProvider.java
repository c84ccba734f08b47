package tutti.device.mpi;

import java.util.function.IntUnaryOperator;
import tutti.messaging.JoinException;
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
    public WiredDevice open(DeviceContext context) {
        MpiProcess mpi = MpiStart.process();
        if (mpi.size() != context.processes() || mpi.rank() != context.process()) {
            throw new JoinException(
                    "MPI and the job disagree: process=%d processes=%d, in MPI rank=%d size=%d (%s); start the job by the mpirun of this library, one process for each JVM"
                            .formatted(context.process(), context.processes(), mpi.rank(), mpi.size(), mpi.identity()),
                    null);
        }
        return new MpiDevice(context, mpi, IntUnaryOperator.identity());
    }
}
