package tutti.group;

import org.jspecify.annotations.Nullable;

/** Checks of what callers pass, at the public entry points. */
final class Arguments {
    private Arguments() {}

    /** Returns an argument that must not be null. */
    static <T> T given(String name, @Nullable T value) {
        if (value == null) {
            throw new NullPointerException("%s must not be null".formatted(name));
        }
        return value;
    }
}
