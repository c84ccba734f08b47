package tutti.bench;

import java.time.Duration;

/**
 * How long things are measured.
 *
 * @param warmUp length of a warm-up, of which one follows the other until they become no faster
 * @param blocks number of blocks that count
 * @param block about how long one of them takes
 */
record Pace(Duration warmUp, int blocks, Duration block) {}
