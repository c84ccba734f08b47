/**
 * What a codec knows of a class: how its objects travel, its fields and its shape.
 *
 * <p>Thread-safe: facts are computed once for each class, by {@link java.lang.ClassValue}. {@link
 * tutti.serialization.reflect.HashCost} is used by one thread at a time. No locks.
 */
@NullMarked
package tutti.serialization.reflect;

import org.jspecify.annotations.NullMarked;
