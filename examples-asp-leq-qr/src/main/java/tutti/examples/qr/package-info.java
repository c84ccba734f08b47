/** QR factorisation with column pivoting: an example after the paper's section 4.3. */
@NullMarked
package tutti.examples.qr;

import org.jspecify.annotations.NullMarked;
