@NullMarked
package tutti.examples.support;

import org.jspecify.annotations.NullMarked;
