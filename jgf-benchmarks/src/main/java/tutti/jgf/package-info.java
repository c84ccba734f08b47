/**
 * The Java Grande MPJ benchmark suite over Tutti, written anew from descriptions of what it computes, and {@code tutti
 * jgf}, which runs it.
 */
@NullMarked
package tutti.jgf;

import org.jspecify.annotations.NullMarked;
