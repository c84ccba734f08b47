/** What the tests of the MPI APIs share: jobs, started JVMs, and lists of what an API has. */
@NullMarked
package tutti.mpi;

import org.jspecify.annotations.NullMarked;
