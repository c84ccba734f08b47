/**
 * The Java API of Open MPI 4.1 and 5.0 over Tutti: programs that were written for it are compiled, and run, as they
 * are.
 *
 * <p>What a method means is in MPI 4.1; here stands what differs. docs/openmpi-java.md says how such a program is
 * started. Threads: every thread of a rank
 * may call, whatever level of threads was asked for.
 */
@NullMarked
package mpi;

import org.jspecify.annotations.NullMarked;
