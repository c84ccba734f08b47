/**
 * Encoded bytes on their way in, which a device appends while members already read or forward them.
 *
 * <p>Thread-safe: each object has one lock, its own monitor, under which only the maker of a
 * failure's exception is called.
 */
@NullMarked
package tutti.serialization.inbound;

import org.jspecify.annotations.NullMarked;
