/**
 * A process of a job, its groups and their members: what the modules above use.
 *
 * <p>{@link tutti.messaging.runtime.ProcessRuntime} joins a job and opens groups; {@link
 * tutti.messaging.runtime.Endpoint} is a member's place in one. {@link tutti.messaging.runtime.Membership} knows who is
 * gone and lets members that wait know; {@link tutti.messaging.runtime.StallReporter} asks others what they are doing
 * when a wait takes long.
 *
 * <p>Threads: thread-safe; one thread at a time is in a collective call of a member. Changes are published before
 * threads that wait are woken. The monitor of a membership is a leaf.
 */
@NullMarked
package tutti.messaging.runtime;

import org.jspecify.annotations.NullMarked;
