/** The command {@code tutti report}: the tables and figures of the CCJ paper, beside what is measured here. */
@NullMarked
package tutti.report;

import org.jspecify.annotations.NullMarked;
