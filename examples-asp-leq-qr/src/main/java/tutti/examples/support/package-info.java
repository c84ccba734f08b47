/** What the examples share: reading files, refusing them in a sentence, showing progress, checksums. */
@NullMarked
package tutti.examples.support;

import org.jspecify.annotations.NullMarked;
