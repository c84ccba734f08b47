/**
 * The device over an installed MPI library: frames between processes are messages of MPI, sent and received by {@code
 * java.lang.foreign}.
 *
 * <p>Begin at {@link tutti.device.mpi.MpiDevice}. {@link tutti.device.mpi.MpiLibrary} knows the functions, {@link
 * tutti.device.mpi.MpiAbi} what differs between libraries, {@link tutti.device.mpi.MpiProcess} is this JVM as a process
 * of MPI.
 *
 * <p>A frame with a small chunk is one message. A large chunk is announced by a message that holds its header, and sent
 * by another, which is received straight into the buffer that waits for it, or into new memory.
 *
 * <p>Threads: any thread sends and polls; a lock around the library's functions makes them take turns, so that the
 * thread level {@code MPI_THREAD_SERIALIZED} is enough. With {@code MPI_THREAD_FUNNELED} the thread of {@link
 * tutti.device.mpi.MpiDriver} makes all calls. Lock order: the lock of reading, a writer's monitor, the
 * library's lock; none but the lock of reading is held while a frame is handed over.
 */
@NullMarked
package tutti.device.mpi;

import org.jspecify.annotations.NullMarked;
