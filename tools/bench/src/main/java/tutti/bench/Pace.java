package tutti.bench;

import java.time.Duration;

/**
 * How long things are measured.
 *
 * @param warmUp length of a warm-up, of which one follows the other until they become no faster
 * @param blocks number of blocks that count
 * @param block about how long one of them takes
 * @param coldStarts jobs, for each contender and size, of which only the first operation is timed
 * @param timesSingles whether as many blocks follow in which each operation is timed alone
 */
record Pace(Duration warmUp, int blocks, Duration block, int coldStarts, boolean timesSingles) {}
