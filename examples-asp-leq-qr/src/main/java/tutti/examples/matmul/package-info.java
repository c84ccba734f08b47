/**
 * Products of matrices: the kernel that a member computes with, and a program that multiplies on a grid of members.
 *
 * <p>Everything here is used by one thread at a time.
 */
@NullMarked
package tutti.examples.matmul;

import org.jspecify.annotations.NullMarked;
