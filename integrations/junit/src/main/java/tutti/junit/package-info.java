/**
 * An extension of JUnit Jupiter that runs a test method on each member of a group.
 *
 * <p>{@link tutti.junit.Members} is all that a test needs, and {@link tutti.junit.Rank} for the member's rank. Works
 * with JUnit 5 from 5.13 on, and with JUnit 6; which of them is the user's choice: this module brings none.
 */
@NullMarked
package tutti.junit;

import org.jspecify.annotations.NullMarked;
