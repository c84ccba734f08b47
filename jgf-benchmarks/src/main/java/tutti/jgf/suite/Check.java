package tutti.jgf.suite;

import java.io.Serializable;

/**
 * A computed value beside the one that it must have.
 *
 * @param what names the value
 * @param tolerance the largest absolute difference that is allowed; 0 where every bit must agree
 */
public record Check(String what, double expected, double actual, double tolerance) implements Serializable {

    /** Tells whether the value is the expected one; NaN never is. */
    public boolean hasPassed() {
        return Math.abs(actual - expected) <= tolerance;
    }

    @Override
    public String toString() {
        return "%s: expected=%s actual=%s difference=%s tolerance=%s"
                .formatted(what, expected, actual, Math.abs(actual - expected), tolerance);
    }
}
