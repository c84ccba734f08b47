package tutti.nas.kernel;

import java.io.Serializable;

/**
 * A computed value beside the one that it must have.
 *
 * @param what names the value
 * @param tolerance the largest difference that is allowed, relative to the expected value; 0 for whole numbers
 */
public record Check(String what, double expected, double actual, double tolerance) implements Serializable {

    /** Tells whether the value is the expected one; NaN never is. */
    public boolean hasPassed() {
        return Math.abs(actual - expected) <= tolerance * Math.abs(expected);
    }

    @Override
    public String toString() {
        return "%s: expected=%s actual=%s tolerance=%s".formatted(what, expected, actual, tolerance);
    }
}
