/** Small programs to begin from: each is one file, and its {@code call} method starts the members. */
@NullMarked
package tutti.examples.small;

import org.jspecify.annotations.NullMarked;
