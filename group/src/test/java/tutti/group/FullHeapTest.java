package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Heaps that are full. */
class FullHeapTest {
    private static final int SENDERS = 6; // each may have 16 MiB on its way
    private static final int ELEMENTS = 1_000_000;
    private static final int OTHER_TAG = 7;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The members of process 0 send to those of process 1, which wait for something else. */
    static final class Flooding extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Flooding::new);
            }
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            int rank = world.rank();
            if (rank >= SENDERS) {
                world.withTag(OTHER_TAG).receive(rank - SENDERS);
            } else {
                double[] data = new double[ELEMENTS];
                for (int i = 0; i < 4; i++) {
                    world.sendAsync(data, rank + SENDERS);
                }
                world.withTag(OTHER_TAG).sendAsync("late", rank + SENDERS);
            }
            world.barrier();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "auto")
    @NightlySource("grpc")
    void shouldTellAllThatTheHeapIsTooSmall(String transport) {
        try (JvmJob job = JvmJob.of(Flooding.class, 2)
                .with("MEMBERS=" + 2 * SENDERS)
                .with("TRANSPORT=" + transport)
                .by(process -> process == 1 ? List.of("env", "JDK_JAVA_OPTIONS=-Xmx64m") : List.of())
                .start()) {
            for (int process = 0; process < 2; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT)).as(jvm.err()).isEqualTo(1);
                assertThat(jvm.err())
                        .contains("out of memory: what process=0 sends does not fit into the heap", "max=6");
            }
        }
    }

    /** Member 0 keeps the heap full for a while, in which member 1 fails; both then call an operation. */
    static final class Filling {
        public static void main(String[] args) {
            IllegalStateException wrong = new IllegalStateException("wrong input");
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                var _ = master.run(2, world -> {
                    long begunNanos = System.nanoTime();
                    world.barrier();
                    if (world.rank() == 1) {
                        while (System.nanoTime() - begunNanos < TimeUnit.SECONDS.toNanos(1)) {
                            Thread.onSpinWait();
                        }
                        throw wrong;
                    }
                    fill(begunNanos + TimeUnit.SECONDS.toNanos(3));
                    world.barrier();
                    return null;
                });
            }
        }

        private static void fill(long untilNanos) {
            Object[] chain = null;
            int size = 1 << 20;
            while (System.nanoTime() - untilNanos < 0) {
                try {
                    Object[] next = new Object[size];
                    next[0] = chain;
                    chain = next;
                } catch (OutOfMemoryError e) {
                    size = Math.max(4, size / 2);
                }
            }
        }
    }

    @RepeatedTest(2)
    void shouldTellOfAFailureWhenThereIsMemoryAgain() {
        try (JvmJob job = JvmJob.of(Filling.class, 1)
                .by(process -> List.of("env", "JDK_JAVA_OPTIONS=-Xmx64m"))
                .start()) {
            JvmJob.Jvm jvm = job.jvm(0);
            assertThat(jvm.exitCode(LIMIT)).as(jvm.err()).isEqualTo(1);
        }
    }
}
