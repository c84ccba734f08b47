package tutti.serialization.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The methods by which a class writes its objects itself, as Java serialization calls them. */
final class WriteMethods {
    private static final Set<String> NAMES = Set.of("writeObject", "writeReplace", "writeExternal");
    /** Packages with such methods of other meaning. */
    private static final List<String> OTHERS = List.of("java.", "com.esotericsoftware.", "tutti.serialization.graph.");

    private WriteMethods() {}

    /** Returns which of them has thrown a failure, for people; an empty text if none has. */
    static String thrower(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                .filter(frame -> NAMES.contains(frame.getMethodName()))
                .filter(frame -> OTHERS.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> "; thrown in %s.%s".formatted(frame.getClassName(), frame.getMethodName()))
                .orElse("");
    }
}
