/**
 * Noticing that another process is gone: heartbeats, silence, and what a broken connection means.
 *
 * <p>Threads: one thread ticks; any may tell what it has heard.
 */
@NullMarked
package tutti.messaging.failure;

import org.jspecify.annotations.NullMarked;
