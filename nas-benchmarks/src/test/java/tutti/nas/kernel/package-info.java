@NullMarked
package tutti.nas.kernel;

import org.jspecify.annotations.NullMarked;
