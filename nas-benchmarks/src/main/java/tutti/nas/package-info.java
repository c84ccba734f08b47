/**
 * The NAS Parallel Benchmarks over Tutti, written anew from their specification, and {@code tutti nas}, which runs
 * them.
 */
@NullMarked
package tutti.nas;

import org.jspecify.annotations.NullMarked;
