/** Programs under the engines that start them: Slurm, mpirun, ssh. */
@NullMarked
package tutti.examples.engines;

import org.jspecify.annotations.NullMarked;
