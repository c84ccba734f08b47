/**
 * The API of Ibis' MPJ: that of mpiJava in other spelling, with a checked exception.
 *
 * <p>Each class stands for the one of the package {@link mpi} that has its name, whose methods say what its methods do;
 * {@link ibis.mpj.MPJ} is {@link mpi.MPI}. Threads: every thread of a rank may call.
 */
@NullMarked
package ibis.mpj;

import org.jspecify.annotations.NullMarked;
