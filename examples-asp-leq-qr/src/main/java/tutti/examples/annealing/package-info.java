/** Data analytics on all distances between places, by deterministic annealing: clusters, and a map. */
@NullMarked
package tutti.examples.annealing;

import org.jspecify.annotations.NullMarked;
