package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import tutti.messaging.WaitingThreads;

/** Messages that no one receives yet wait at the window, in bounded memory. */
class UnreceivedMessagesTest {

    /** Sends far more than the window, and than either heap, before the receiver begins to receive. */
    static final class Unreceived extends ColMember {
        private static final int MESSAGES = 10_000;
        private static final int BYTES = 64 * 1024;

        private final AtomicInteger sent = new AtomicInteger();

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Unreceived::new);
            }
        }

        @Override
        public void run() {
            if (group().rank(this) == 0) {
                send();
            } else {
                // the only word in the other direction: that the sender waits
                int sentBefore = receiveGo();
                for (int i = 0; i < MESSAGES; i++) {
                    byte[] message = receive(group(), 0);
                    if (message.length != BYTES || message[0] != (byte) i || message[BYTES - 1] != (byte) (i >> 8)) {
                        throw new IllegalStateException("wrong message: i=" + i);
                    }
                }
                System.out.println("received after the sender had waited at " + sentBefore);
            }
        }

        private void send() {
            Thread sender = Thread.currentThread();
            Thread.ofVirtual().start(() -> awaitWaiting(sender));
            byte[] message = new byte[BYTES];
            for (int i = 0; i < MESSAGES; i++) {
                message[0] = (byte) i;
                message[BYTES - 1] = (byte) (i >> 8);
                sendAsync(group(), message, 1);
                sent.incrementAndGet();
            }
        }

        private void awaitWaiting(Thread sender) {
            int before = -1;
            while (sent.get() != before || !WaitingThreads.isWaiting(sender)) {
                before = sent.get();
                LockSupport.parkNanos(200_000_000);
            }
            tellGo(before);
        }

        // collective operations have a stream of their own, which messages do not hold up
        private void tellGo(int value) {
            broadcast(group(), value, 0);
        }

        private int receiveGo() {
            return broadcast(group(), 0, 0);
        }
    }

    @Test
    void shouldNeitherDeadlockNorFillTheHeap() {
        try (JvmJob job = JvmJob.of(Unreceived.class, 2).options("-Xmx160m").start()) {
            job.awaitSuccess(Duration.ofSeconds(90));
            assertThat(job.outLines())
                    .singleElement()
                    .asString()
                    .matches("received after the sender had waited at \\d+");
        }
    }
}
