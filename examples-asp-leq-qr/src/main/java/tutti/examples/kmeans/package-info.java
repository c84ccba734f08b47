/** Clustering of points by K-means: data analytics whose members meet in one reduction a round. */
@NullMarked
package tutti.examples.kmeans;

import org.jspecify.annotations.NullMarked;
