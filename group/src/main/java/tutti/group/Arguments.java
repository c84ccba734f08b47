package tutti.group;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.JobArguments;

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

    /** Returns a deadline that must be positive, and not so long that it cannot be counted in nanoseconds. */
    static Duration deadline(@Nullable Duration deadline, String groupName) {
        Duration given = given("newDeadline", deadline);
        if (!given.isPositive() || given.compareTo(JobArguments.LONGEST) > 0) {
            throw new IllegalArgumentException("a deadline must be positive, and at most %d days: deadline=%s group=%s"
                    .formatted(JobArguments.LONGEST.toDays(), given, groupName));
        }
        return given;
    }
}
