package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** A member sends much and is done at once: all of it arrives, or its process says that it has not. */
class SlowCloseTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int BYTES = 48 << 20; // more than a window, a ring and the connection take

    /** Rank {@code sender} sends, the other receives when it is told to. */
    static final class Sending extends ColMember {
        public static void main(String[] args) {
            if (Boolean.getBoolean("closing")) {
                try (ColGroupMaster master = new ColGroupMaster(args)) {
                    master.start("g", Sending::new);
                }
            } else {
                new ColGroupMaster(args).start("g", Sending::new);
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            int sender = Integer.getInteger("sender");
            barrier(group());
            if (rank == sender) {
                sendAsync(group(), new byte[BYTES], 1 - sender);
                System.out.println("sent.");
            } else {
                System.out.println("waiting.");
                readInput();
                System.out.println("received=%d.".formatted(((byte[]) receive(group(), sender)).length));
            }
        }

        private static void readInput() {
            try {
                System.in.read();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "grpc")
    @NightlySource("auto")
    void shouldDeliverToASlowReceiver(String transport) {
        try (JvmJob job = start(0, transport, true)) {
            job.jvm(0).awaitOutput("sent.");
            job.jvm(1).awaitOutput("waiting.");
            job.jvm(1).enter("now");
            job.awaitSuccess(LIMIT);
            assertThat(job.jvm(1).out()).contains("received=" + BYTES);
        }
    }

    @ParameterizedTest(name = "sender {0} over {1}, closes {2}")
    @CsvSource("1, auto, false")
    @NightlySource({
        "0, grpc, true",
        "1, grpc, true",
        "0, auto, true",
        "1, auto, true",
        "0, auto, false",
        "1, grpc, false"
    })
    void shouldSayThatAStoppedReceiverHasNotGotIt(int sender, String transport, boolean closing) {
        try (JvmJob job = start(sender, transport, closing)) {
            job.jvm(1 - sender).awaitOutput("waiting.");
            job.jvm(1 - sender).signal("STOP");

            JvmJob.Jvm sending = job.jvm(sender);
            assertThat(sending.exitCode(LIMIT)).as(sending.err()).isEqualTo(1);
            assertThat(sending.err())
                    .contains(
                            "messages are lost",
                            "fromProcess=%d".formatted(sender),
                            "process=%d".formatted(1 - sender),
                            "unsentMessages=1",
                            "raise silence-limit");
            job.jvm(1 - sender).signal("CONT");
            job.jvm(1 - sender).enter("now");
            JvmJob.Jvm receiving = job.jvm(1 - sender);
            assertThat(receiving.exitCode(LIMIT)).as(receiving.err()).isEqualTo(1);
            assertThat(receiving.err())
                    .contains("here rank=%d in a receive from rank=%d".formatted(1 - sender, sender));
            assertThat(receiving.out()).doesNotContain("received");
        }
    }

    private static JvmJob start(int sender, String transport, boolean closing) {
        return JvmJob.of(Sending.class, 2)
                .with("TRANSPORT=" + transport)
                .with("SILENCE_LIMIT=3")
                .options("-Dsender=" + sender, "-Dclosing=" + closing)
                .start();
    }
}
