/** What the Java RMI versions of the programs share: how their members find each other, and how they end. */
@NullMarked
package tutti.examples.rmi;

import org.jspecify.annotations.NullMarked;
