package tutti.messaging.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
 * a device that the job names.
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
            FurtherDevices further = FurtherDevices.prepare(job);
            List<WiredDevice> wired = new CopyOnWriteArrayList<>(); // peers may call before one is chosen
            Function<ConnectionOwner, @Nullable Wireup> wireups = connections -> {
                DeviceContext context = new DeviceContext(
                        job.process(),
                        job.processes(),
                        codec,
                        handler,
                        engine,
                        idleStrategy,
                        senderPool,
                        connections,
                        job.transport() != TransportChoice.GRPC);
                if (memory != null) {
                    wired.add(new ShmDevice(context, memory));
                }
                wired.addAll(further.open(context));
                return wired.isEmpty() ? null : new ReachWireup(wired);
            };
            GrpcDevice grpc = new GrpcDevice(
                    further.job(), codec, handler, engine, idleStrategy, senderPool, addressMapper, wireups);
            listening.accept(grpc.meeting());
            Joined joined = grpc.join();
            begin(further, wired, grpc, job.joinTimeout());
            return joined.after(wired);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private static void begin(FurtherDevices further, List<WiredDevice> wired, GrpcDevice grpc, Duration limit) {
        try {
            wired.removeAll(further.begin(grpc::compareDevices, limit));
        } catch (RuntimeException e) {
            wired.forEach(Device::close);
            grpc.close();
            throw e;
        }
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
