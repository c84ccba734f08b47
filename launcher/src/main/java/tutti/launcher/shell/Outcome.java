package tutti.launcher.shell;

import org.jspecify.annotations.Nullable;

/**
 * What came of a line at one member.
 *
 * @param value as text; empty if the line failed
 * @param failure what the line threw there, or null
 */
record Outcome(String value, @Nullable Throwable failure) {
    static Outcome of(String value) {
        return new Outcome(value, null);
    }

    static Outcome failed(Throwable failure) {
        return new Outcome("", failure);
    }
}
