/** Patterns for teaching: each is one short program that shows one idea, and docs/patterns.md shows all of them. */
@NullMarked
package tutti.examples.patterns;

import org.jspecify.annotations.NullMarked;
