/** Charts as PNG and SVG files, in one look: drawn by XChart, by one thread at a time. */
@NullMarked
package tutti.charts;

import org.jspecify.annotations.NullMarked;
