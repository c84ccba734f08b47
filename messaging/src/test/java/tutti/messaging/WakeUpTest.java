package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameSink;
import tutti.messaging.device.shm.Doorbell;
import tutti.messaging.device.shm.RingLayout;
import tutti.messaging.device.shm.RingReader;
import tutti.messaging.device.shm.RingWriter;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.Inward;
import tutti.messaging.progress.ProgressEngine;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.progress.WaitStrategy;
import tutti.serialization.Chunk;

/**
 * Members of two processes hand over to each other under random schedules, while no thread looks at regular times: a
 * wake-up that is missed is one that never comes.
 */
@Timeout(60)
class WakeUpTest {
    private static final int TURNS = 1_000;
    private static final int LONGEST_PAUSE_NANOS = 40_000;
    private static final long NEVER_NANOS = Duration.ofHours(1).toNanos();

    @ParameterizedTest
    @CsvSource({
        "MEMORY, ADAPTIVE, 1", "MEMORY, ADAPTIVE, 2", "MEMORY, ADAPTIVE, 3", "MEMORY, PARK, 1", "MEMORY, PARK, 3",
        "SOCKET, ADAPTIVE, 1", "SOCKET, ADAPTIVE, 2", "SOCKET, ADAPTIVE, 3", "SOCKET, PARK, 1", "SOCKET, PARK, 3",
        "SILENT, ADAPTIVE, 1", "SILENT, ADAPTIVE, 3", "SILENT, PARK, 1", "SILENT, PARK, 3"
    })
    void shouldMissNoWakeUp(Way way, WaitStrategy strategy, int members) throws Exception {
        List<Thread> threads = new ArrayList<>();
        Side left = new Side(0, strategy, members);
        Side right = new Side(1, strategy, members);
        try (left;
                right) {
            way.connect(left, right);
            way.connect(right, left);
            for (int member = 0; member < members; member++) {
                threads.add(left.start(member, 0));
                threads.add(right.start(member, 1));
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(50)))
                        .as("%s has ended", thread.getName())
                        .isTrue();
            }
        }
        assertThat(left.arrived()).containsOnly(TURNS);
        assertThat(right.arrived()).containsOnly(TURNS);
    }

    /** How a process tells members of another that it is their turn. */
    enum Way {
        MEMORY {
            @Override
            void connect(Side from, Side to) throws IOException {
                MemorySegment ring = Arena.ofAuto().allocate(RingLayout.FILE_BYTES, 4096);
                SocketChannel[] bell = SocketPair.open();
                RingReader reader = new RingReader(0, ring, to, () -> {});
                RingWriter writer = new RingWriter(ring, new Doorbell(bell[0])::ring);
                to.engine.watch(reader, bell[1]);
                from.tell = member -> assertThat(
                                writer.tryWrite(new Frame.Acknowledged(0), new Chunk(new byte[] {(byte) member}, 0, 1)))
                        .isTrue();
            }
        },
        SOCKET {
            @Override
            void connect(Side from, Side to) throws IOException {
                SocketChannel[] ends = SocketPair.open();
                to.engine.framesOnWire();
                to.engine.loop().hear(ends[1], () -> to.read(ends[1]));
                from.tell = member -> from.engine.write(() -> write(ends[0], member));
            }
        },
        /** Nothing rings. */
        SILENT {
            @Override
            void connect(Side from, Side to) {
                Queue<Integer> queue = new ConcurrentLinkedQueue<>();
                to.engine.watch(new Inward() {
                    @Override
                    public boolean poll() {
                        Integer member = queue.poll();
                        if (member != null) {
                            to.arrived(member);
                        }
                        return member != null;
                    }

                    @Override
                    public void arm() {}

                    @Override
                    public void disarm() {}
                });
                from.tell = queue::add;
            }
        };

        abstract void connect(Side from, Side to) throws IOException;

        private static void write(SocketChannel end, int member) {
            try {
                end.write(ByteBuffer.wrap(new byte[] {(byte) member}));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Tells a member of the other process that it is its turn. */
    private interface Tell {
        void turnOf(int member);
    }

    /** What the test needs of a process. */
    static final class Side implements FrameSink, AutoCloseable {
        private final ProgressEngine engine;
        private final List<WaitQueue> waits;
        private final List<AtomicInteger> arrived;
        private final ByteBuffer bytes = ByteBuffer.allocate(64); // used by the thread that drives the loop
        private Tell tell = member -> {};

        Side(int process, WaitStrategy strategy, int members) throws IOException {
            engine = new ProgressEngine(process, NEVER_NANOS);
            IdleStrategy idleStrategy = new IdleStrategy(strategy);
            idleStrategy.expectMembers(2 * members);
            idleStrategy.share(engine);
            waits = IntStream.range(0, members)
                    .mapToObj(_ -> new WaitQueue(idleStrategy))
                    .toList();
            arrived = IntStream.range(0, members)
                    .mapToObj(_ -> new AtomicInteger())
                    .toList();
        }

        List<Integer> arrived() {
            return arrived.stream().map(AtomicInteger::get).toList();
        }

        Thread start(int member, int begins) {
            return Thread.ofPlatform()
                    .daemon()
                    .name("side-%d-member-%d".formatted(begins, member))
                    .start(() -> {
                        Random random = new Random(31L * member + begins);
                        for (int turn = 1; turn <= TURNS; turn++) {
                            int expected = turn;
                            if (begins == 0) {
                                tell.turnOf(member);
                            }
                            pause(random);
                            waits.get(member)
                                    .await(
                                            () -> arrived.get(member).get() >= expected ? true : null,
                                            () -> "turn " + expected);
                            pause(random);
                            if (begins == 1) {
                                tell.turnOf(member);
                            }
                        }
                    });
        }

        @SuppressWarnings("ThreadPriorityCheck") // to try many schedules
        private static void pause(Random random) {
            switch (random.nextInt(8)) {
                case 0 -> LockSupport.parkNanos(random.nextInt(LONGEST_PAUSE_NANOS));
                case 1 -> Thread.yield();
                case 2 -> {
                    long until = System.nanoTime() + random.nextInt(LONGEST_PAUSE_NANOS);
                    while (System.nanoTime() < until) {
                        Thread.onSpinWait();
                    }
                }
                default -> {}
            }
        }

        private void read(SocketChannel end) {
            try {
                bytes.clear();
                end.read(bytes);
                bytes.flip();
                while (bytes.hasRemaining()) {
                    arrived(bytes.get());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void take(byte[] header, int changedWords, MemorySegment memory, long chunkAt, int chunkLength) {
            arrived(memory.get(ValueLayout.JAVA_BYTE, chunkAt));
        }

        @Override
        public void malformed(RuntimeException failure) {
            throw failure;
        }

        private void arrived(int member) {
            arrived.get(member).incrementAndGet();
            waits.get(member).changed();
        }

        @Override
        public void close() {
            engine.close();
        }
    }
}
