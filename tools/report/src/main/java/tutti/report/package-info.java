/** The command {@code tutti report}: tables and figures of papers, beside what is measured here. */
@NullMarked
package tutti.report;

import org.jspecify.annotations.NullMarked;
