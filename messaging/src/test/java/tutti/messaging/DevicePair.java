package tutti.messaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.device.ConnectionOwner;
import tutti.messaging.device.Device;
import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.Joined;
import tutti.messaging.device.Lane;
import tutti.messaging.device.ReachDevice;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.WiredDevice;
import tutti.messaging.device.loopback.LoopbackDevice;
import tutti.messaging.device.shm.HostMemory;
import tutti.messaging.device.shm.RingFiles;
import tutti.messaging.device.shm.ShmDevice;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.messaging.progress.WaitStrategy;
import tutti.messaging.runtime.JobDevices;
import tutti.serialization.codec.ObjectCodec;

/** The devices of two processes inside this JVM, with nothing above them; for tests. */
abstract class DevicePair implements AutoCloseable {
    /** Which devices these are. */
    enum Kind {
        /** One process, to which everything goes back. */
        LOOPBACK,

        /** Shared memory alone; connections are those of the test. */
        SHARED_MEMORY,

        GRPC,

        /** Two processes of a host as users get them: through shared memory, agreed on over gRPC. */
        COMPOSED;

        DevicePair open() {
            return switch (this) {
                case LOOPBACK -> new OfLoopback();
                case SHARED_MEMORY -> ofWired(DevicePair::sharedMemory);
                case GRPC -> new OfJob(TransportChoice.GRPC);
                case COMPOSED -> new OfJob(TransportChoice.SHARED_MEMORY);
            };
        }
    }

    /** Returns two devices that leave their connections to others, which are those of the test. */
    static DevicePair ofWired(Function<DeviceContext, WiredDevice> device) {
        return new OfWired(device);
    }

    private static WiredDevice sharedMemory(DeviceContext context) {
        Job job = Job.of(context.process(), 2, "localhost", 1);
        return new ShmDevice(context, HostMemory.of(job, RingFiles.PARENT, context.engine()));
    }

    final List<RecordingHandler> handlers = List.of(new RecordingHandler(), new RecordingHandler());

    /** Returns the device of a process, 0 or 1. */
    abstract Device device(int process);

    /** Returns the index of the process that the other end has. */
    int receiver() {
        return 1;
    }

    RecordingHandler received() {
        return handlers.get(receiver());
    }

    /**
     * Cuts process 0 off from process 1 for good, as if it were killed: what has been written still arrives, or does
     * not.
     */
    abstract void kill();

    /** Process 0 counts process 1 as lost. */
    void abandon() {
        device(0).abandon(1, "abandoned");
    }

    /** Closes a device, and returns what it says. */
    List<Undelivered> close(int process) {
        return device(process).close();
    }

    @Override
    public abstract void close();

    /** One process. */
    private static final class OfLoopback extends DevicePair {
        private final Device device = new LoopbackDevice(0, handlers.getFirst());

        @Override
        Device device(int process) {
            return device;
        }

        @Override
        int receiver() {
            return 0;
        }

        @Override
        void kill() {
            throw new UnsupportedOperationException("a process does not lose itself");
        }

        @Override
        public void close() {
            device.close();
        }
    }

    /** A job as it is joined by programs, its connections going through relays. */
    private static final class OfJob extends DevicePair {
        private final Relays relays = new Relays(() -> Relay.ENDLESS);
        private final List<Device> devices;

        OfJob(TransportChoice transport) {
            int port = Processes.freePort();
            Secret secret = Secret.random();
            UnaryOperator<InetSocketAddress> mapper = relays;
            devices = Together.all(IntStream.range(0, 2)
                    .mapToObj(process -> Job.of(process, 2, "127.0.0.1", port)
                            .withSecret(secret)
                            .withTransport(transport)
                            .withReconnectLimit(Duration.ofMillis(300)))
                    .<Callable<Device>>map(job -> () -> {
                        IdleStrategy idle = new IdleStrategy(WaitStrategy.PARK);
                        RecordingHandler handler = handlers.get(job.process());
                        Joined joined = JobDevices.join(job, new ObjectCodec(), handler, idle, mapper);
                        List<Device> nearestFirst = new ArrayList<>(joined.devices());
                        nearestFirst.addFirst(new LoopbackDevice(job.process(), handler));
                        return new ReachDevice(2, nearestFirst);
                    })
                    .toList());
        }

        @Override
        Device device(int process) {
            return devices.get(process);
        }

        @Override
        void kill() {
            relays.forEach(Relay::goDown);
        }

        @Override
        public void close() {
            Together.all(devices.stream()
                    .<Callable<List<Undelivered>>>map(device -> device::close)
                    .toList());
            relays.close();
        }
    }

    /** Devices without connections of their own, and connections which are calls inside the JVM. */
    private static final class OfWired extends DevicePair {
        private final List<Connections> connections = List.of(new Connections(0), new Connections(1));
        private final List<ProgressEngine> engines = new ArrayList<>();
        private final List<WiredDevice> devices = new ArrayList<>();

        OfWired(Function<DeviceContext, WiredDevice> device) {
            for (int process = 0; process < 2; process++) {
                ProgressEngine engine = engine(process);
                engines.add(engine);
                IdleStrategy idle = new IdleStrategy(WaitStrategy.PARK);
                idle.share(engine);
                Executor pool = task -> Thread.ofVirtual().start(task);
                DeviceContext context = new DeviceContext(
                        process,
                        2,
                        new ObjectCodec(),
                        handlers.get(process),
                        engine,
                        idle,
                        pool,
                        connections.get(process),
                        true);
                devices.add(device.apply(context));
            }
        }

        private static ProgressEngine engine(int process) {
            try {
                return new ProgressEngine(process);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        Device device(int process) {
            return devices.get(process);
        }

        @Override
        void kill() {
            connections.get(1).lose("killed");
            connections.get(0).lose("killed");
        }

        @Override
        void abandon() {
            super.abandon();
            kill(); // the owner of the connections does this
        }

        @Override
        List<Undelivered> close(int process) {
            connections.get(process).finish();
            return devices.get(process).close();
        }

        @Override
        public void close() {
            connections.forEach(Connections::stop);
            connections.forEach(Connections::finish);
            devices.forEach(WiredDevice::close);
            engines.forEach(ProgressEngine::close);
        }

        /** The connection of one process to the other; a thread of its own makes the calls. */
        private final class Connections implements ConnectionOwner {
            private final int self;
            private final int peer;
            private @Nullable Lane lane; // guarded by this
            private boolean isOpen; // guarded by this
            private boolean isStopped; // guarded by this; the engines end
            private boolean isOver; // guarded by this; nothing more comes from the peer

            Connections(int self) {
                this.self = self;
                peer = 1 - self;
            }

            @Override
            public synchronized void openConnection(int process) {
                if (!isOpen) {
                    isOpen = true;
                    Thread.ofVirtual().start(this::agree);
                }
            }

            private synchronized void agree() {
                if (isStopped) {
                    return;
                }
                WiredDevice own = devices.get(self);
                String offer = own.offer(peer);
                String answer = offer == null ? null : devices.get(peer).accept(self, offer);
                lane = own.agree(peer, answer, null);
                if (lane != null) { // null if the test has closed the device meanwhile
                    lane.resume();
                }
            }

            @Override
            public boolean isOnThisHost(int process) {
                return process == peer;
            }

            @Override
            public void giveUp(int process, RuntimeException why) {
                Thread.ofVirtual().start(() -> lose(why.getMessage()));
            }

            /** Nothing is agreed on any more when this returns. */
            synchronized void stop() {
                isStopped = true;
            }

            /** This process takes nothing more from its peer. */
            void lose(String why) {
                end(() -> handlers.get(self).lost(peer, new IllegalStateException(why)));
                synchronized (this) {
                    if (lane != null) {
                        lane.close();
                    }
                }
            }

            private void end(Runnable telling) {
                synchronized (this) {
                    if (isOver) {
                        return;
                    }
                    isOver = true;
                }
                devices.get(self).drain(peer);
                telling.run();
                devices.get(self).ended(peer, () -> new MemberFailedException("message cut off", null));
            }

            /** This process ends in good order. */
            void finish() {
                Lane last;
                synchronized (this) {
                    last = lane;
                }
                try {
                    if (last == null || last.finish(Duration.ofMillis(100), Duration.ofSeconds(30))) {
                        Connections other = connections.get(peer);
                        other.end(() -> handlers.get(peer).ended(self));
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
