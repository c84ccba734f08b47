package tutti.launcher;

import java.util.Locale;

/**
 * One thing that {@code tutti doctor} has looked at.
 *
 * @param weight whether it keeps jobs from running
 * @param text what was found; after a semicolon the cure, if one is needed
 */
record Finding(Weight weight, String text) {
    /** How bad it is. */
    enum Weight {
        /** As it should be. */
        OK,
        /** Good to know; jobs run. */
        NOTE,
        /** Jobs do not run, or not all, or their results may be wrong. */
        PROBLEM
    }

    static Finding ok(String text) {
        return new Finding(Weight.OK, text);
    }

    static Finding note(String text) {
        return new Finding(Weight.NOTE, text);
    }

    static Finding problem(String text) {
        return new Finding(Weight.PROBLEM, text);
    }

    @Override
    public String toString() {
        return "%-8s %s".formatted(weight.name().toLowerCase(Locale.ROOT), text);
    }
}
