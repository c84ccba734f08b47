/** Bodies that attract each other (Barnes and Hut): members divide space, and send each other parts of a tree. */
@NullMarked
package tutti.examples.nbody;

import org.jspecify.annotations.NullMarked;
