/**
 * A network of objects that is spread over the members: PageRank and connected components by messages along the links.
 */
@NullMarked
package tutti.examples.pagerank;

import org.jspecify.annotations.NullMarked;
