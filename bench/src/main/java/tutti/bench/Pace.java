package tutti.bench;

import java.time.Duration;

/**
 * How long things are measured.
 *
 * @param warmUp time for which each contender runs before blocks count
 * @param blocks number of blocks that count
 * @param block about how long one of them takes
 */
record Pace(Duration warmUp, int blocks, Duration block) {}
