@NullMarked
package tutti.examples.nbody;

import org.jspecify.annotations.NullMarked;
