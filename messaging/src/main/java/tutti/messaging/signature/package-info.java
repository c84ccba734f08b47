/**
 * What the members of a group agree on, and compare: who is where, and which call each is in.
 *
 * <p>Values only; all are immutable.
 */
@NullMarked
package tutti.messaging.signature;

import org.jspecify.annotations.NullMarked;
