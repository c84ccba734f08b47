/**
 * Windows: how members read, write and update memory of each other, without the other's doing.
 *
 * <p>Where memory is in reach, the origin uses it itself; else its target's process does, in whichever thread drives
 * the {@link tutti.messaging.progress.ProgressEngine}. Any thread of a member may call. Locks: that of a {@link
 * tutti.group.window.TargetQueue} is held while a message is handed to a device; those of a {@link
 * tutti.group.window.WindowMemory}, a {@link tutti.group.window.LockTable} and {@link
 * tutti.group.window.Epochs} are the last, under which nothing else is called.
 */
@NullMarked
package tutti.group.window;

import org.jspecify.annotations.NullMarked;
