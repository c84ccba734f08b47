package tutti.examples.leq;

import java.io.Serializable;

/**
 * When to stop.
 *
 * @param bound the change from one solution to the next that is small enough
 * @param maxPhases after which it gives up
 */
record Criterion(double bound, int maxPhases) implements Serializable {
    /** Whether there is nothing more to do: the change is small enough, or will not become so. */
    boolean isMet(double change, int phases) {
        return change < bound || phases >= maxPhases || !(change < Double.MAX_VALUE);
    }
}
