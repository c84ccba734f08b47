/**
 * Graphs of objects by Kryo: the objects, references and classes of one message, and its bytes.
 *
 * <p>A {@link tutti.serialization.graph.GraphKryo} and all that it holds are used by one thread at a time. No locks.
 */
@NullMarked
package tutti.serialization.graph;

import org.jspecify.annotations.NullMarked;
