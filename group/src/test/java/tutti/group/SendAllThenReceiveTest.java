package tutti.group;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everybody sends a large message to everybody, and receives only then: no deadlock, whatever the window is. */
class SendAllThenReceiveTest {
    private static final String BYTES = "tutti.test.bytes";
    private static final int MEMBERS = 4;

    /** Sends to all, then receives from all. */
    static final class SendingAll extends ColMember {
        private final int bytes = Integer.getInteger(BYTES);

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", SendingAll::new);
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            for (int other = 0; other < MEMBERS; other++) {
                if (other != rank) {
                    sendAsync(group(), message(rank), other);
                }
            }
            barrier(group()); // all have sent before anyone receives
            for (int other = 0; other < MEMBERS; other++) {
                if (other != rank) {
                    check(receive(group(), other), other);
                }
            }
        }

        private byte[] message(int rank) {
            byte[] message = new byte[bytes];
            for (int i = 0; i < bytes; i += 1000) {
                message[i] = (byte) (i / 1000 + rank);
            }
            return message;
        }

        private void check(byte[] message, int rank) {
            for (int i = 0; i < bytes; i += 1000) {
                if (message.length != bytes || message[i] != (byte) (i / 1000 + rank)) {
                    throw new IllegalStateException("wrong message: from=%d at=%d".formatted(rank, i));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, auto", "2, auto"})
    void shouldEndWithEightMebibytes(int processes, String transport) {
        run(processes, transport, 8);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"1, auto", "4, shared-memory", "4, grpc"})
    void shouldEndWithSixtyFourMebibytes(int processes, String transport) {
        run(processes, transport, 64);
    }

    /**
     * The heap holds what each member sends, the message that it makes, the one that it receives, encoded and not, and
     * little more.
     */
    private static void run(int processes, String transport, int mebibytes) {
        int membersHere = MEMBERS / processes;
        int messages = membersHere * (MEMBERS - 1 + 4);
        try (JvmJob job = JvmJob.of(SendingAll.class, processes)
                .with("MEMBERS=" + MEMBERS)
                .with("TRANSPORT=" + transport)
                .with("WINDOW_BYTES=" + (1 << 20))
                .options("-Xmx" + (32 + messages * mebibytes) + "m", "-D" + BYTES + "=" + (mebibytes << 20))
                .start()) {
            job.awaitSuccess(Duration.ofMinutes(2));
        }
    }
}
