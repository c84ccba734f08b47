package tutti.serialization;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.Period;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Knows the values that members of one JVM may share instead of copying. */
final class Immutables {
    // exact classes: a subclass of BigDecimal, say, may add state that changes
    private static final Set<Class<?>> CLASSES = Set.of(
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            String.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            URI.class,
            Class.class,
            Duration.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            Period.class,
            DayOfWeek.class,
            Month.class);

    private Immutables() {}

    static boolean contains(@Nullable Object value) {
        return value == null || CLASSES.contains(value.getClass()) || isPlainEnum(value);
    }

    private static boolean isPlainEnum(Object value) {
        return value instanceof Enum<?>;
    }

    static long sizeBytes(@Nullable Object value) {
        return value instanceof String text ? 2L * text.length() : 32;
    }
}
