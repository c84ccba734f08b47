/**
 * What a process is told about its job before it joins: its index, addresses, limits, secret and devices.
 *
 * <p>Values only; all are immutable.
 */
@NullMarked
package tutti.messaging.config;

import org.jspecify.annotations.NullMarked;
