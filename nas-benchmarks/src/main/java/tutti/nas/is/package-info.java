/** IS: ranks of integer keys by buckets, the kernel whose members send nearly all that they have to each other. */
@NullMarked
package tutti.nas.is;

import org.jspecify.annotations.NullMarked;
