/**
 * What the MPI APIs over Tutti share: how a program's ranks are members, what a datatype selects in a buffer, how
 * operators combine elements, and MPI's error
 * classes. Threads: a {@link tutti.mpi.Rank} is shared by the threads of its program; everything else is immutable, or
 * used by one call.
 */
@NullMarked
package tutti.mpi;

import org.jspecify.annotations.NullMarked;
