/** All-pairs shortest paths, the example program of the CCJ paper, on random matrices and real graphs. */
@NullMarked
package tutti.examples.asp;

import org.jspecify.annotations.NullMarked;
