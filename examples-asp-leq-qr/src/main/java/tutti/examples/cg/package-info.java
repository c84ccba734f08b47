/**
 * Conjugate gradients that continue when a JVM is lost: an iterative solver with checkpoints in its members' memories.
 */
@NullMarked
package tutti.examples.cg;

import org.jspecify.annotations.NullMarked;
