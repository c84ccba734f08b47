@NullMarked
package tutti.examples.profile;

import org.jspecify.annotations.NullMarked;
