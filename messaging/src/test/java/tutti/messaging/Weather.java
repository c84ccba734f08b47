package tutti.messaging;

import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * What a long way with bad lines does to a connection, as the ends of TCP see it: everything comes late, a lost packet
 * comes later and holds up what follows, and now and then the connection is reset.
 *
 * <p>A model, not a network: it knows nothing of congestion, so that it lets more through than TCP would.
 */
final class Weather {
    static final Weather CALM = new Weather(Duration.ZERO, 0, 0, 0);

    private static final int PACKET_BYTES = 1448;
    private static final long LEAST_TIMEOUT_NANOS = Duration.ofMillis(200).toNanos();

    private final long delayNanos;
    private final double loss;
    private final double resets;
    private final RandomGenerator random;

    /**
     * Describes the way.
     *
     * @param delay for one way
     * @param loss share of the packets that are lost
     * @param resets share of the packets with which the connection ends
     */
    Weather(Duration delay, double loss, double resets, long seed) {
        delayNanos = delay.toNanos();
        this.loss = loss;
        this.resets = resets;
        random = RandomGeneratorFactory.getDefault().create(seed);
    }

    boolean isCalm() {
        return delayNanos == 0 && loss == 0 && resets == 0;
    }

    /** Returns how long bytes that are sent at once take to the other end. */
    synchronized long nanosFor(int bytes) {
        long worst = 0;
        for (int packet = 0; packet < packets(bytes); packet++) {
            worst = Math.max(worst, repairNanos());
        }
        return delayNanos + worst;
    }

    /**
     * Returns how much later a packet comes that may be lost: its receiver misses it, or, if it is lost again, its
     * sender.
     */
    private long repairNanos() {
        if (random.nextDouble() >= loss) {
            return 0;
        }
        long nanos = 2 * delayNanos;
        for (long timeout = LEAST_TIMEOUT_NANOS + 2 * delayNanos; random.nextDouble() < loss; timeout *= 2) {
            nanos += timeout;
        }
        return nanos;
    }

    /** Returns whether the connection ends with these bytes. */
    synchronized boolean resets(int bytes) {
        return random.nextDouble() < resets * packets(bytes);
    }

    private static int packets(int bytes) {
        return Math.ceilDiv(bytes, PACKET_BYTES);
    }
}
