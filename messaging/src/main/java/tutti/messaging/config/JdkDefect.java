package tutti.messaging.config;

import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A defect of the JDK that makes wrong results, which a job cannot notice itself. */
public final class JdkDefect {
    private static final int FEATURE = 25;
    private static final int LAST_UPDATE_WITH_IT = 2;

    private JdkDefect() {}

    /** Returns what is wrong with the JDK of this process, with the cure; null if nothing is known. */
    public static @Nullable String here() {
        return of(
                Runtime.version(),
                () -> ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .anyMatch(collector -> collector.getName().startsWith("G1 ")));
    }

    /**
     * Returns what is wrong with a JDK, with the cure; null if nothing is known.
     *
     * @param usesG1 whether its garbage collector is G1; asked only of versions in which that matters
     */
    public static @Nullable String of(Runtime.Version version, BooleanSupplier usesG1) {
        boolean hasIt =
                version.feature() == FEATURE && version.interim() == 0 && version.update() <= LAST_UPDATE_WITH_IT;
        if (!hasIt || !usesG1.getAsBoolean()) {
            return null;
        }
        return "this JDK can corrupt arrays while native code reads or writes them (JDK-8377811): version=%s collector=G1; install 25.0.3 or later, or start Java with -XX:+UseParallelGC"
                .formatted(version);
    }
}
