/**
 * The API of mpiJava 1.2 and MPJ Express over Tutti: programs that were written for it are compiled, and run, as they
 * are.
 *
 * <p>What a method means is in MPI 1.2; here stands what differs. docs/mpijava.md says how such a program is started.
 * Buffers are arrays, with an offset of the first element and a count of items. Threads: every thread of a rank may
 * call.
 */
@NullMarked
package mpi;

import org.jspecify.annotations.NullMarked;
