/**
 * The serializers of graphs: compiled ones for users' classes, and one for each of the JDK's common classes.
 *
 * <p>Serializers are used by many threads at once, and keep nothing of a graph. No locks.
 */
@NullMarked
package tutti.serialization.serializer;

import org.jspecify.annotations.NullMarked;
