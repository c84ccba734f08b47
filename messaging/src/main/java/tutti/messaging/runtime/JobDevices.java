package tutti.messaging.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.PeerInfo;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.config.Job;
import tutti.messaging.device.ConnectionOwner;
import tutti.messaging.device.Device;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Joined;
import tutti.messaging.device.Wireup;
import tutti.messaging.device.grpc.GrpcDevice;
import tutti.messaging.device.shm.HostMemory;
import tutti.messaging.device.shm.RingFiles;
import tutti.messaging.device.shm.ShmDevice;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.serialization.Codec;

/** Makes the devices by which a process reaches the others of its job: shared memory on its host, gRPC elsewhere. */
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
            List<Device> devices = new ArrayList<>();
            Function<ConnectionOwner, @Nullable Wireup> wireups = connections -> {
                if (memory == null) {
                    return null;
                }
                ShmDevice shm = new ShmDevice(
                        job.processes(), memory, codec, handler, engine, idleStrategy, senderPool, connections);
                devices.add(shm);
                return shm;
            };
            GrpcDevice grpc =
                    new GrpcDevice(job, codec, handler, engine, idleStrategy, senderPool, addressMapper, wireups);
            devices.add(grpc);
            listening.accept(grpc.meeting());
            List<PeerInfo> peers = grpc.join();
            return new Joined(devices, peers);
        } catch (RuntimeException e) {
            engine.close();
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
