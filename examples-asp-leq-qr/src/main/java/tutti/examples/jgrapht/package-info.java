/** Graphs of the JGraphT library that are scattered and gathered by their vertices. */
@NullMarked
package tutti.examples.jgrapht;

import org.jspecify.annotations.NullMarked;
