package tutti.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.NightlySource;
import tutti.serialization.DirectBuffer;

/** Members wait for messages that take seconds to arrive: they are not taken for members that wait for ever. */
class SlowNetworkTest {
    private static final int MEGABITS_PER_SECOND = 16;
    private static final int ELEMENTS = 1_800_000; // 14 MB, so 7 s

    /** How a member waits for an array of another. */
    enum Way {
        ANY_OF_ONE,
        SOME_OF_SEND_AND_RECEIVE,
        BEHIND_ANOTHER,
        BUFFER,
        WINDOW,
        WITHIN_A_TIME,
        BUFFER_WITHIN_A_TIME,
        PROBED_WITHIN_A_TIME
    }

    /** Both members send to each other. */
    static final class Exchange extends ColMember {
        private static final Duration DEADLINE = Duration.ofMillis(600);

        private static Way way = Way.ANY_OF_ONE;

        public static void main(String[] args) {
            way = Way.valueOf(System.getProperty("way"));
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Exchange::new);
            }
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            world.barrier();
            exchange(world, 1 - world.rank(), new double[ELEMENTS]);
            world.barrier();
        }

        private static void exchange(Communicator world, int peer, double[] data) {
            switch (way) {
                case ANY_OF_ONE -> {
                    Request<?> receive = world.nonBlocking().receive(peer);
                    world.sendAsync(data, peer);
                    Request.awaitAny(List.of(receive)).await();
                }
                case SOME_OF_SEND_AND_RECEIVE -> {
                    List<Request<?>> open = new ArrayList<>();
                    open.add(world.nonBlocking().receive(peer));
                    open.add(world.nonBlocking().sendSync(data, peer));
                    while (!open.isEmpty()) {
                        open.removeAll(Request.awaitSome(open));
                    }
                }
                case BEHIND_ANOTHER -> {
                    world.sendAsync(data, peer);
                    world.sendAsync("small", peer);
                    Request<?> large = world.nonBlocking().receive(peer);
                    Request<?> small = world.nonBlocking().receive(peer);
                    small.await();
                    Request.awaitAny(List.of(large)).await();
                }
                case BUFFER -> {
                    Request<?> receive = world.nonBlocking().receive(DirectBuffer.of(new double[data.length]), peer);
                    world.sendAsync(DirectBuffer.of(data), peer);
                    Request.awaitAny(List.of(receive)).await();
                }
                case WITHIN_A_TIME, PROBED_WITHIN_A_TIME, BUFFER_WITHIN_A_TIME -> {
                    Arrays.setAll(data, i -> i);
                    Object sent = way == Way.BUFFER_WITHIN_A_TIME ? DirectBuffer.of(data) : data;
                    Request<?> send = world.nonBlocking().sendSync(sent, peer);
                    if (!Arrays.equals(receivedWithinATime(world, peer, data.length), data)) {
                        throw new AssertionError("received something else");
                    }
                    send.await();
                }
                case WINDOW -> {
                    try (Window window = world.createWindow(DirectBuffer.of(data))) {
                        window.lockShared(peer);
                        window.nonBlocking()
                                .get(peer, 0, DirectBuffer.of(new double[data.length]))
                                .await();
                        window.unlock(peer);
                        world.sendReceive("got", peer, peer);
                    }
                }
            }
        }

        private interface Receive<T> {
            T from(Communicator world);
        }

        private static double[] receivedWithinATime(Communicator world, int peer, int length) {
            return switch (way) {
                case BUFFER_WITHIN_A_TIME -> {
                    double[] received = new double[length];
                    withinATime(world, hasty -> {
                        hasty.receive(DirectBuffer.of(received), peer);
                        return null;
                    });
                    yield received;
                }
                case PROBED_WITHIN_A_TIME -> {
                    ProbedMessage probed = world.within(DEADLINE).matchedProbe(peer);
                    yield withinATime(world, hasty -> probed.receive());
                }
                default -> withinATime(world, hasty -> hasty.receive(peer));
            };
        }

        /** Receives a message that takes many times the deadline to arrive. */
        private static <T> T withinATime(Communicator world, Receive<T> receive) {
            int gaveUp = 0;
            while (true) {
                try {
                    T received = receive.from(world.within(DEADLINE));
                    if (gaveUp < 2) {
                        throw new AssertionError("came too soon: deadlines=" + gaveUp);
                    }
                    return received;
                } catch (DeadlineExceededException e) {
                    gaveUp++;
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SOME_OF_SEND_AND_RECEIVE", "BUFFER_WITHIN_A_TIME"})
    @NightlySource({"ANY_OF_ONE", "BEHIND_ANOTHER", "BUFFER", "WINDOW", "WITHIN_A_TIME", "PROBED_WITHIN_A_TIME"})
    void shouldLeaveAloneMembersWhoseMessagesAreOnTheirWay(Way way) {
        try (CableNetwork network = CableNetwork.of(2)) {
            for (int host = 0; host < 2; host++) {
                network.slowDown(host, MEGABITS_PER_SECOND);
            }
            try (JvmJob job = network.plan(Exchange.class, 2)
                    .with("MEMBERS=2")
                    .options("-Dway=" + way)
                    .start()) {
                job.awaitSuccess(Duration.ofSeconds(100));
            }
        }
    }
}
