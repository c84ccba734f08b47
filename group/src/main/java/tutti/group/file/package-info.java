/**
 * Files that the members of a group read and write together (MPI 4.1, chapter 14, "I/O").
 *
 * <p>Stands on {@link tutti.group.Communicator} and on the channels of the JDK; knows nothing of messages. A {@link
 * ParallelFile} and its views belong to one member; each of its members has its own. Operations that are started
 * run in virtual threads of the file.
 */
@NullMarked
package tutti.group.file;

import org.jspecify.annotations.NullMarked;
