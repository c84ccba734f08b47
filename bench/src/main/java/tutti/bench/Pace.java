package tutti.bench;

import java.time.Duration;

/**
 * How long things are measured.
 *
 * @param warmUp for how long the blocks of a contender must not have become faster before they count
 * @param blocks number of blocks that count
 * @param block about how long one of them takes
 */
record Pace(Duration warmUp, int blocks, Duration block) {}
