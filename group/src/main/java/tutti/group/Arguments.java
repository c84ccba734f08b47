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

    /** Returns a group that must not be null. */
    static ColGroup givenGroup(@Nullable ColGroup group) {
        if (group == null) {
            throw new NullPointerException(
                    "group must not be null; pass what getGroup returned, or group() of a started member");
        }
        return group;
    }
}
