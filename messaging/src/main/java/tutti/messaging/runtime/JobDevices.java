package tutti.messaging.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.config.Job;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.device.ConnectionOwner;
import tutti.messaging.device.Device;
import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.DeviceProvider;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Joined;
import tutti.messaging.device.ReachWireup;
import tutti.messaging.device.WiredDevice;
import tutti.messaging.device.Wireup;
import tutti.messaging.device.grpc.GrpcDevice;
import tutti.messaging.device.shm.HostMemory;
import tutti.messaging.device.shm.RingFiles;
import tutti.messaging.device.shm.ShmDevice;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.serialization.Codec;

/**
 * Makes the devices by which a process reaches the others of its job: shared memory on its host, and elsewhere gRPC or
 * the device that the job names.
 */
public final class JobDevices {
    private JobDevices() {}

    /**
     * Makes the devices of a process, and waits until every process of the job has done so.
     *
     * @param addressMapper returns where to connect for reaching an address
     * @throws JoinException if process 0 is not reached, or not every process has joined in time, or two of them
     *     disagree
     */
    public static Joined join(
            Job job,
            Codec codec,
            InboundHandler handler,
            IdleStrategy idleStrategy,
            UnaryOperator<InetSocketAddress> addressMapper) {
        return join(job, codec, handler, idleStrategy, addressMapper, meeting -> {});
    }

    /**
     * Makes the devices of a process as {@link #join(Job, Codec, InboundHandler, IdleStrategy, UnaryOperator)} does.
     *
     * @param listening told when this process listens, before it waits for the others
     */
    static Joined join(
            Job job,
            Codec codec,
            InboundHandler handler,
            IdleStrategy idleStrategy,
            UnaryOperator<InetSocketAddress> addressMapper,
            Consumer<Meeting> listening) {
        ProgressEngine engine = engine(job);
        try {
            idleStrategy.share(engine);
            HostMemory memory = HostMemory.of(job, RingFiles.PARENT, engine);
            Executor senderPool = senderPool(job);
            Further further = Further.of(job);
            List<Device> devices = new ArrayList<>();
            Function<ConnectionOwner, @Nullable Wireup> wireups = connections -> {
                List<WiredDevice> wired = wired(
                        further,
                        memory,
                        new DeviceContext(
                                job.process(),
                                job.processes(),
                                codec,
                                handler,
                                engine,
                                idleStrategy,
                                senderPool,
                                connections,
                                job.transport() != TransportChoice.GRPC));
                devices.addAll(wired);
                return wired.isEmpty() ? null : new ReachWireup(wired);
            };
            GrpcDevice grpc = new GrpcDevice(
                    further.job(), codec, handler, engine, idleStrategy, senderPool, addressMapper, wireups);
            devices.add(grpc);
            listening.accept(grpc.meeting());
            Joined joined = grpc.join(devices);
            begin(further, devices, job.joinTimeout());
            return joined;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /**
     * The device that the job names, if that is not gRPC.
     *
     * @param job with what this process has of it, or lacks, in place of the device's name: processes compare it when
     *     they join
     * @param failure why this process cannot have it; thrown when all have joined, and lack the same
     */
    private record Further(
            Job job,
            @Nullable DeviceProvider provider,
            @Nullable JoinException failure) {
        static Further of(Job job) {
            String name = job.device();
            if (name.equals(Job.GRPC)) {
                return new Further(job, null, null);
            }
            try {
                DeviceProvider provider = JobDevices.provider(name);
                String prepared = provider.prepare(job.process(), job.processes());
                return new Further(described(job, prepared), provider, null);
            } catch (JoinException e) {
                return new Further(described(job, String.valueOf(e.getMessage())), null, e);
            }
        }

        private static Job described(Job job, String words) {
            return job.withDevice("%s (%s)".formatted(job.device(), words));
        }
    }

    private static void begin(Further further, List<Device> devices, Duration limit) {
        try {
            if (further.failure() != null) {
                throw further.failure();
            }
            for (Device device : devices) {
                if (device instanceof WiredDevice wired) {
                    wired.begin(limit);
                }
            }
        } catch (RuntimeException e) {
            devices.forEach(Device::close);
            throw e;
        }
    }

    /** Returns the devices whose connections are gRPC's, the nearest first. */
    private static List<WiredDevice> wired(Further further, @Nullable HostMemory memory, DeviceContext context) {
        List<WiredDevice> wired = new ArrayList<>();
        if (memory != null) {
            wired.add(new ShmDevice(context, memory));
        }
        if (further.provider() != null) {
            wired.add(further.provider().open(context));
        }
        return wired;
    }

    private static DeviceProvider provider(String name) {
        SortedMap<String, DeviceProvider> known = new TreeMap<>();
        ServiceLoader.load(DeviceProvider.class, DeviceProvider.class.getClassLoader())
                .forEach(each -> known.put(each.name(), each));
        DeviceProvider provider = known.get(name);
        if (provider == null) {
            throw new JoinException(
                    "no such device on the class path: device=%s there: %s; add the jar that has it (mpi: tutti-device-mpi), or leave the setting out"
                            .formatted(
                                    name,
                                    known.isEmpty() ? Job.GRPC : Job.GRPC + ", " + String.join(", ", known.keySet())),
                    null);
        }
        return provider;
    }

    private static ProgressEngine engine(Job job) {
        try {
            return new ProgressEngine(job.process());
        } catch (IOException e) {
            throw new JoinException("cannot wait for other processes: process=" + job.process(), e);
        }
    }

    private static Executor senderPool(Job job) {
        ThreadFactory factory = Thread.ofVirtual()
                .name("tutti-sender-" + job.process() + "-", 0)
                .inheritInheritableThreadLocals(false)
                .factory();
        return task -> factory.newThread(task).start();
    }
}
