@NullMarked
package tutti.examples.annealing;

import org.jspecify.annotations.NullMarked;
