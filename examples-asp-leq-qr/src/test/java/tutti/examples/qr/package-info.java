@NullMarked
package tutti.examples.qr;

import org.jspecify.annotations.NullMarked;
