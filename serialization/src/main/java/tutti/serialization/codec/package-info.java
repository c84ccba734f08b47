/**
 * The standard codec: chooses the encoding of a value, and falls back to Java serialization where only that is right.
 *
 * <p>Thread-safe: each call takes a Kryo of its own from a pool. No locks of its own.
 */
@NullMarked
package tutti.serialization.codec;

import org.jspecify.annotations.NullMarked;
