/**
 * Objects and primitive arrays to bytes and back, and copies of objects inside one JVM.
 *
 * <p>This floor knows nothing of members, groups or sockets.
 */
@NullMarked
package tutti.serialization;

import org.jspecify.annotations.NullMarked;
