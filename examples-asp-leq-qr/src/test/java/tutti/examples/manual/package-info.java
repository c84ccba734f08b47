/** What the manual's pages promise: their site, their commands, their calls, their messages. */
@NullMarked
package tutti.examples.manual;

import org.jspecify.annotations.NullMarked;
