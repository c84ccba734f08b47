/**
 * Buffers of MPJ Express, as far as Pack and Unpack take them. Threads: a buffer is used by one at a time.
 */
@NullMarked
package mpjbuf;

import org.jspecify.annotations.NullMarked;
