package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tutti.messaging.MemberFailedException;

/** Real JVMs: one is killed, the process of the registry fails because of it, and a third asks the registry then. */
class KilledThenRegistryEndsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ASKING = 1;
    private static final int VICTIM = 2;

    /** Rank 2 is killed, rank 0 fails then, and rank 1 has members added until it is told that it cannot. */
    static final class Asking extends ColMember {
        private static final AtomicReference<ColGroupMaster> MASTER = new AtomicReference<>();

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                MASTER.set(master);
                master.start("g", Asking::new);
                master.await();
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            barrier(group());
            if (rank == VICTIM) {
                System.out.println("ready.");
            }
            try {
                receive(group(), rank == VICTIM ? 0 : VICTIM);
            } catch (MemberFailedException e) {
                if (rank != ASKING) {
                    throw e;
                }
                addMembers();
            }
        }

        private static void addMembers() {
            try {
                for (int i = 0; ; i++) {
                    MASTER.get().addMember("later" + i, new Asking());
                }
            } catch (MemberFailedException e) {
                System.out.println("told: " + e.getMessage() + ".");
            }
        }
    }

    @Test
    void shouldTellOfBoth() {
        try (JvmJob job = JvmJob.of(Asking.class, 3).start()) {
            job.jvm(VICTIM).awaitOutput("ready.");
            job.jvm(VICTIM).kill();
            int _ = job.jvm(ASKING).exitCode(LIMIT);
            assertThat(job.jvm(ASKING).out())
                    .containsPattern("told: registry is gone.* process=0 .*; lost before it: .* process=2 ");
        }
    }
}
