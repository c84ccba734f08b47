package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two real JVMs and four pairs of members on one connection: one that does not receive holds up its own sender, and
 * no other.
 */
class SlowReceiverTest {
    private static final String MESSAGES = "tutti.test.messages";
    private static final int PAIRS = 4;
    private static final int BYTES = 16 * 1024;
    private static final int WINDOW_BYTES = 1 << 20;

    /** Rank r sends to rank r + 4; rank 4 begins to receive only when the other pairs have come to their end. */
    static final class Pairing extends ColMember {
        private final int messages = Integer.getInteger(MESSAGES);

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Pairing::new);
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            boolean slow = rank % PAIRS == 0;
            for (int round = 0; round < 2; round++) { // the first one only warms up
                long alone = slow ? nothing() : transfer(rank);
                barrier(group());
                long beside = slow ? transferSlowly(rank) : transferAndTell(rank);
                barrier(group());
                if (round == 1 && !slow && rank > PAIRS) {
                    System.out.println(
                            "pair %d: %d messages of %d bytes alone in %.1f ms, beside the slow receiver in %.1f ms"
                                    .formatted(rank - PAIRS, messages, BYTES, alone / 1e6, beside / 1e6));
                }
            }
        }

        private static long nothing() {
            return 0;
        }

        private long transfer(int rank) {
            long start = System.nanoTime();
            if (rank < PAIRS) {
                for (int i = 0; i < messages; i++) {
                    sendAsync(group(), message(i), rank + PAIRS);
                }
            } else {
                for (int i = 0; i < messages; i++) {
                    check(receive(group(), rank - PAIRS), i);
                }
            }
            return System.nanoTime() - start;
        }

        private long transferAndTell(int rank) {
            long nanos = transfer(rank);
            if (rank > PAIRS) {
                sendAsync(group(), "done", PAIRS);
            }
            return nanos;
        }

        private long transferSlowly(int rank) {
            int count = 4 * WINDOW_BYTES / BYTES; // more than can be under way
            if (rank == 0) {
                for (int i = 0; i < count; i++) {
                    sendAsync(group(), message(i), PAIRS);
                }
                System.out.println("the slow pair's sender is done");
                return 0;
            }
            for (int other = 1; other < PAIRS; other++) {
                receive(group(), PAIRS + other);
            }
            System.out.println("the other pairs are done");
            for (int i = 0; i < count; i++) {
                check(receive(group(), 0), i);
            }
            return 0;
        }

        private static byte[] message(int i) {
            byte[] message = new byte[BYTES];
            message[0] = (byte) i;
            message[BYTES - 1] = (byte) (i >> 8);
            return message;
        }

        private static void check(byte[] message, int i) {
            if (message.length != BYTES || message[0] != (byte) i || message[BYTES - 1] != (byte) (i >> 8)) {
                throw new IllegalStateException("wrong message: i=" + i);
            }
        }
    }

    @Test
    void shouldHoldUpOnlyItsOwnSender() {
        assertThat(run(300, "auto"))
                .filteredOn(line -> line.startsWith("pair "))
                .hasSize(PAIRS - 1);
    }

    /** What the others lose of their rate is printed, and kept in docs/results. */
    @Test
    @Tag("nightly")
    void shouldHoldUpOnlyItsOwnSenderInLongRuns() {
        for (String transport : List.of("shared-memory", "grpc")) {
            run(20_000, transport).stream()
                    .filter(line -> line.startsWith("pair "))
                    .forEach(line -> System.out.println("slow receiver: transport=" + transport + " " + line));
        }
    }

    private static List<String> run(int messages, String transport) {
        try (JvmJob job = JvmJob.of(Pairing.class, 2)
                .with("MEMBERS=" + 2 * PAIRS)
                .with("WINDOW_BYTES=" + WINDOW_BYTES)
                .with("TRANSPORT=" + transport)
                .options("-Xmx160m", "-D" + MESSAGES + "=" + messages)
                .start()) {
            job.awaitSuccess(Duration.ofSeconds(90));
            List<String> lines = job.outLines();
            assertThat(lines)
                    .as("each of two rounds continued although one receiver had received nothing")
                    .filteredOn(line -> line.equals("the other pairs are done"))
                    .hasSize(2);
            return lines;
        }
    }
}
