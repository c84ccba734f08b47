@NullMarked
package tutti.examples.kmeans;

import org.jspecify.annotations.NullMarked;
