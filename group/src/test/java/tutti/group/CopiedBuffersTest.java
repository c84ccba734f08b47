package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Buffers outside the heap, which processes of a host copy from each other's memory where they can. */
class CopiedBuffersTest {
    private static final Duration LIMIT = Duration.ofSeconds(200);
    private static final int LARGEST = 600_000;

    /** Exchanges buffers of all kinds around random rings, and checks each byte. */
    static final class Exchanging extends ColMember {
        private static final int ROUNDS = 150;
        private final Random own = new Random();

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Exchanging::new);
            }
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            for (int round = 0; round < ROUNDS; round++) {
                exchange(world, round);
            }
            world.barrier();
            System.out.println("exchanged.");
        }

        private void exchange(Communicator world, int round) {
            Random same = new Random(round);
            List<Integer> ring =
                    new ArrayList<>(IntStream.range(0, world.size()).boxed().toList());
            Collections.shuffle(ring, same);
            int[] lengths = IntStream.range(0, world.size())
                    .map(i -> 1 + same.nextInt(same.nextInt(4) == 0 ? LARGEST : 70_000))
                    .toArray();
            int place = ring.indexOf(world.rank());
            int right = ring.get((place + 1) % ring.size());
            int left = ring.get((place + ring.size() - 1) % ring.size());
            try (Arena arena = Arena.ofShared()) {
                MemorySegment sent = memory(arena, lengths[world.rank()]);
                for (int i = 0; i < sent.byteSize(); i++) {
                    sent.set(ValueLayout.JAVA_BYTE, i, value(round, world.rank(), i));
                }
                MemorySegment received = memory(arena, lengths[left]);
                transfer(
                        world,
                        DirectBuffer.of(sent, ElementType.BYTE),
                        right,
                        DirectBuffer.of(received, ElementType.BYTE),
                        left);
                for (int i = 0; i < received.byteSize(); i++) {
                    byte found = received.get(ValueLayout.JAVA_BYTE, i);
                    if (found != value(round, left, i)) {
                        throw new AssertionError("round=%d from=%d at=%d of %d found=%d expected=%d"
                                .formatted(round, left, i, lengths[left], found, value(round, left, i)));
                    }
                }
            }
        }

        private void transfer(Communicator world, DirectBuffer sent, int right, DirectBuffer received, int left) {
            switch (own.nextInt(5)) {
                case 0 -> {
                    Request<?> receive = world.nonBlocking().receive(received, left);
                    world.sendAsync(sent, right);
                    receive.await();
                }
                case 1 -> {
                    Request<?> send = world.nonBlocking().sendAsync(sent, right);
                    world.receive(received, left);
                    send.await();
                }
                case 2 -> world.sendReceive(sent, right, received, left);
                case 3 -> {
                    Request<?> send = world.nonBlocking().sendAsync(sent, right);
                    receiveWithShortDeadlines(world, received, left);
                    send.await();
                }
                default -> {
                    Request<?> receive = world.nonBlocking().receive(received, left);
                    Request<?> send = world.nonBlocking().sendAsync(sent, right);
                    Request.awaitAll(List.of(send, receive));
                }
            }
        }

        /** A receive that gives up loses nothing of its message. */
        private void receiveWithShortDeadlines(Communicator world, DirectBuffer received, int left) {
            for (int tries = 0; tries < 5; tries++) {
                try {
                    world.within(Duration.ofNanos(1_000L + own.nextInt(100_000)))
                            .receive(received, left);
                    return;
                } catch (DeadlineExceededException e) {
                    // and once more
                }
            }
            world.receive(received, left);
        }

        private MemorySegment memory(Arena arena, int length) {
            return own.nextInt(8) == 0 ? MemorySegment.ofArray(new byte[length]) : arena.allocate(length);
        }

        private static byte value(int round, int source, int index) {
            return (byte) (31 * round + 7 * source + index + (index >> 8));
        }
    }

    @ParameterizedTest(name = "{0} JVMs")
    @ValueSource(ints = {2, 3})
    void shouldExchangeBuffersOfAllKinds(int processes) {
        try (JvmJob job = JvmJob.of(Exchanging.class, processes)
                .with("MEMBERS=" + 2 * processes)
                .start()) {
            job.awaitSuccess(LIMIT);
        }
    }

    /** Sends a buffer to and fro for as long as both are there. */
    static final class Bouncing extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Bouncing::new);
            }
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            int peer = 1 - world.rank();
            try (Arena arena = Arena.ofShared()) {
                DirectBuffer buffer = DirectBuffer.of(arena.allocate(LARGEST), ElementType.BYTE);
                for (int i = 0; ; i++) {
                    if (i % 2 == world.rank()) {
                        world.sendAsync(buffer, peer);
                    } else {
                        world.receive(buffer, peer);
                    }
                    if (i % 100 == 0) {
                        System.out.println("bounced=%d.".formatted(i));
                    }
                }
            } catch (MemberFailedException e) {
                System.out.println("lost.");
            }
        }
    }

    @Test
    void shouldEndWhenTheOtherIsKilledAtAnyTime() {
        for (int i = 0; i < 2; i++) {
            try (JvmJob job = JvmJob.of(Bouncing.class, 2).start()) {
                JvmJob.Jvm survivor = job.jvm(i % 2);
                survivor.awaitOutput("bounced=%d.".formatted(100 + 100 * i));
                job.jvm(1 - i % 2).kill();
                survivor.awaitOutput("lost.");
            }
        }
    }

    @Test
    void shouldContinueWhenTheOtherWasStopped() {
        try (JvmJob job = JvmJob.of(Bouncing.class, 2).start()) {
            job.jvm(0).awaitOutput("bounced=200.");
            for (int i = 0; i < 6; i++) {
                JvmJob.Jvm stopped = job.jvm(i % 2);
                stopped.signal("STOP");
                stopped.signal("CONT");
            }
            String bounced = job.jvm(0).out();
            int last = Integer.parseInt(bounced.substring(bounced.lastIndexOf('=') + 1, bounced.lastIndexOf('.')));
            job.jvm(0).awaitOutput("bounced=%d.".formatted(last + 500));
            assertThat(job.errors()).doesNotContain("Exception");
        }
    }
}
