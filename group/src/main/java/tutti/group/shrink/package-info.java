/**
 * The agreement who survives a broken group, without a server: any process may coordinate.
 *
 * <p>One virtual thread of a process runs all events of all its shrinks, in the order in which they came; only it
 * touches their state, so there are no locks. Members that wait for an outcome wait for a future. {@link
 * tutti.group.shrink.Shrinking} is the protocol, and knows no threads.
 */
@NullMarked
package tutti.group.shrink;

import org.jspecify.annotations.NullMarked;
