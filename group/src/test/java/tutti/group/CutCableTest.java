package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;

/**
 * Real JVMs on hosts of their own, whose cables are pulled out: what comes back continues, and what does not is lost
 * for all.
 */
class CutCableTest {
    static final String MESSAGES = "tutti.test.messages";

    /** Two members send each other numbers, at most so many ahead of those that they receive. */
    static final class Counting extends ColMember {
        private static final int AHEAD = 200;

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Counting::new);
            }
        }

        @Override
        public void run() {
            int messages = Integer.getInteger(MESSAGES);
            int peer = 1 - group().rank(this);
            for (int i = 0; i < messages + AHEAD; i++) {
                if (i < messages) {
                    sendAsync(group(), i, peer);
                }
                if (i >= AHEAD) {
                    int received = (int) receive(group(), peer);
                    if (received != i - AHEAD) {
                        throw new IllegalStateException("expected=%d received=%d".formatted(i - AHEAD, received));
                    }
                }
                if (i == messages / 4) {
                    System.out.println("under way");
                }
            }
            barrier(group());
            System.out.println("all " + messages);
        }
    }

    /** Waits for a member whose host is cut off; with a deadline, or its own wait for itself would be a deadlock. */
    static final class Awaiting extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Awaiting::new);
            }
        }

        @Override
        public void run() {
            barrier(group());
            System.out.println("running");
            try {
                communicator(group()).within(Duration.ofMinutes(5)).receive(group().size() - 1);
            } catch (MemberFailedException e) {
                System.out.println("failed rank=%d millis=%d.".formatted(e.rank(), System.currentTimeMillis()));
            }
        }
    }

    @ParameterizedTest(name = "{0} messages, out for {1} ms")
    @CsvSource("10000, 1500, 4")
    @NightlySource("100000, 5000, 30")
    void shouldLoseNothingWhenACableIsOutForAWhile(int messages, int millis, int silenceLimitSeconds) {
        try (CableNetwork network = CableNetwork.of(2);
                JvmJob job = network.plan(Counting.class, 2)
                        .with("SILENCE_LIMIT=" + silenceLimitSeconds)
                        .with("RECONNECT_LIMIT=" + silenceLimitSeconds * 2)
                        .options("-D" + MESSAGES + "=" + messages)
                        .start()) {
            job.jvm(0).awaitOutput("under way");
            network.pullOut(1, Duration.ofMillis(millis));
            job.awaitSuccess(Duration.ofSeconds(60));

            assertThat(job.outLines())
                    .filteredOn(line -> line.equals("all " + messages))
                    .hasSize(2);
        }
    }

    /** TCP brings some 30 KB/s through this. */
    @Tag("nightly")
    @Test
    void shouldLoseNothingOnALongWayThatLosesPackets() {
        int messages = 2_000;
        try (CableNetwork network = CableNetwork.of(2)) {
            for (int host = 0; host < 2; host++) {
                network.spoil(host, Duration.ofMillis(200), 2);
            }
            try (JvmJob job = network.plan(Counting.class, 2)
                    .options("-D" + MESSAGES + "=" + messages)
                    .start()) {
                job.awaitSuccess(Duration.ofSeconds(100));
                assertThat(job.outLines())
                        .filteredOn(line -> line.equals("all " + messages))
                        .hasSize(2);
            }
        }
    }

    @Tag("nightly")
    @Test
    void shouldCountAHostAsLostThatIsCutOffForGood() {
        cutOff(3, 2);
    }

    @Tag("nightly")
    @Test
    void shouldCountAHostAsLostThatIsCutOffForGoodWithTheLimitsThatUsersHave() {
        cutOff(4, (int) tutti.messaging.config.Job.DEFAULT_SILENCE_LIMIT.toSeconds());
    }

    private static void cutOff(int hosts, int silenceLimitSeconds) {
        int lost = hosts - 1;
        try (CableNetwork network = CableNetwork.of(hosts);
                JvmJob job = network.plan(Awaiting.class, hosts)
                        .with("SILENCE_LIMIT=" + silenceLimitSeconds)
                        .start()) {
            for (int host = 0; host < hosts; host++) {
                job.jvm(host).awaitOutput("running");
            }
            long since = System.currentTimeMillis();
            network.pullOut(lost);
            for (int host = 0; host < hosts; host++) {
                job.jvm(host).awaitOutput("failed ");
                String out = job.jvm(host).out();
                if (host != lost) {
                    assertThat(out).as("survivor %d", host).contains("failed rank=" + lost);
                }
                long millis = Long.parseLong(out.replaceAll("(?s).* millis=(\\d+)\\..*", "$1"));
                assertThat(millis - since).as("of %d", host).isLessThan((silenceLimitSeconds + 2) * 1000L);
            }
        }
    }
}
