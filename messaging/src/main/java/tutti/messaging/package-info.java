/**
 * What users see of messages: the exceptions that operations throw, and where a process runs.
 *
 * <p>Everything else of this module lies in the packages below, which are not for users.
 */
@NullMarked
package tutti.messaging;

import org.jspecify.annotations.NullMarked;
