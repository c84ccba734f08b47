@NullMarked
package tutti.examples.jgrapht;

import org.jspecify.annotations.NullMarked;
