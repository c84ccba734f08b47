package tutti.bench;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a process of a peer learns from the launcher: its rank, of two, and a port that is free for its job.
 *
 * <p>The launcher gives every job the variables of Tutti, whatever the program in it makes of them.
 */
record Pair(int rank, InetSocketAddress address) {
    private static final Duration TIME_TO_MEET = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    static Pair ofEnvironment() {
        String master = System.getenv("TUTTI_MASTER");
        int colon = master.lastIndexOf(':');
        return new Pair(
                Integer.parseInt(System.getenv("TUTTI_RANK")),
                new InetSocketAddress(master.substring(0, colon), Integer.parseInt(master.substring(colon + 1))));
    }

    /** Repeats an attempt to reach the other process until it is there; at most so long. */
    static <T> T meet(Attempt<T> attempt) throws Exception {
        long begin = System.nanoTime();
        while (true) {
            T found = attempt.orNull();
            if (found != null) {
                return found;
            }
            if (System.nanoTime() - begin > TIME_TO_MEET.toNanos()) {
                throw new IllegalStateException("the other process is not there: waited=" + TIME_TO_MEET);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Something that fails as long as the other process is not ready. */
    interface Attempt<T> {
        @Nullable
        T orNull() throws Exception;
    }
}
