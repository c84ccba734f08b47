/** What members do and wait for, as Micrometer's meters. */
@NullMarked
package tutti.metrics;

import org.jspecify.annotations.NullMarked;
