/**
 * How the processes of a job find each other and compare what they were told, before the first message.
 *
 * <p>Threads: process 0 serves the others in gRPC's threads; the others ask in the thread that joins.
 */
@NullMarked
package tutti.messaging.bootstrap;

import org.jspecify.annotations.NullMarked;
