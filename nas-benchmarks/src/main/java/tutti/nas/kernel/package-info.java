/**
 * What the kernels share: their contract, classes of problems, random numbers, time and checks.
 *
 * <p>A {@link tutti.nas.kernel.Kernel} holds no state; what its methods make belongs to the calling member's thread.
 */
@NullMarked
package tutti.nas.kernel;

import org.jspecify.annotations.NullMarked;
