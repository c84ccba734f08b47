@NullMarked
package tutti.examples.pagerank;

import org.jspecify.annotations.NullMarked;
