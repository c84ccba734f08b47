@NullMarked
package tutti.report;

import org.jspecify.annotations.NullMarked;
