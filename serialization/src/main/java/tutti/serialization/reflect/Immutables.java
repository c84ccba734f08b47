package tutti.serialization.reflect;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Knows the values that members of one JVM may share instead of copying. */
public final class Immutables {
    // exact classes: a subclass of BigDecimal, say, may add state that changes
    private static final Set<Class<?>> LEAVES = Set.of(
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
            MonthDay.class,
            OffsetDateTime.class,
            OffsetTime.class,
            Period.class,
            Year.class,
            YearMonth.class,
            ZonedDateTime.class,
            ZoneOffset.class,
            ZoneId.of("Europe/Paris").getClass(),
            OptionalInt.class,
            OptionalLong.class,
            OptionalDouble.class);

    private static final Set<Class<?>> LISTS_AND_SETS = Set.of(
            List.of(1).getClass(),
            List.of(1, 2, 3).getClass(),
            Set.of(1).getClass(),
            Set.of(1, 2, 3).getClass());

    private static final Set<Class<?>> MAPS =
            Set.of(Map.of(1, 1).getClass(), Map.of(1, 1, 2, 2).getClass());

    /** The class of what {@link Map#entry} makes. */
    public static final Class<?> ENTRY = Map.entry(1, 1).getClass();

    /** How far one looks into a value; what is deeper or larger is copied, which is right as well. */
    private static final int MOST_LEVELS = 50;

    private static final int MOST_OBJECTS = 1 << 20;

    private final ClassRules rules;
    private int objects;

    private Immutables(ClassRules rules) {
        this.rules = rules;
    }

    /** Returns whether a value is immutable and holds no other objects. */
    public static boolean isLeaf(Object value) {
        return LEAVES.contains(value.getClass()) || value instanceof Enum<?>;
    }

    /** Returns whether a value was made by {@link Map#entry}. */
    public static boolean isEntry(Object value) {
        return value.getClass().equals(ENTRY);
    }

    /** Returns about how many bytes an immutable value takes that holds no other objects, or -1 if it is none. */
    public static long leafBytes(@Nullable Object value) {
        if (value instanceof String text) {
            return 40 + 2L * text.length();
        }
        return value == null || isLeaf(value) ? 32 : -1;
    }

    /** Returns about how many bytes an immutable value takes, or -1 if it may be changed, or hold what may. */
    public static long sizeIfImmutable(@Nullable Object value, ClassRules rules) {
        long leafBytes = leafBytes(value);
        if (leafBytes >= 0) {
            return leafBytes;
        }
        Immutables search = new Immutables(rules);
        return search.holdsOnlyImmutables(value, MOST_LEVELS) ? 32L * search.objects : -1;
    }

    private boolean holdsOnlyImmutables(@Nullable Object value, int levels) {
        if (++objects > MOST_OBJECTS || levels == 0) {
            return false;
        }
        if (value == null || isLeaf(value)) {
            return true;
        }
        Class<?> type = value.getClass();
        if (LISTS_AND_SETS.contains(type)) {
            return allImmutable((Collection<?>) value, levels);
        }
        if (MAPS.contains(type)) {
            Map<?, ?> map = (Map<?, ?>) value;
            return allImmutable(map.keySet(), levels) && allImmutable(map.values(), levels);
        }
        if (value instanceof Map.Entry<?, ?> entry && isEntry(entry)) {
            return holdsOnlyImmutables(entry.getKey(), levels - 1) && holdsOnlyImmutables(entry.getValue(), levels - 1);
        }
        if (value instanceof Optional<?> optional) {
            return holdsOnlyImmutables(optional.orElse(null), levels - 1);
        }
        return rules.of(type) == ClassRule.RECORD && holdsOnlyImmutableComponents(value, levels);
    }

    private boolean allImmutable(Collection<?> elements, int levels) {
        for (Object element : elements) {
            if (!holdsOnlyImmutables(element, levels - 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsOnlyImmutableComponents(Object holder, int levels) {
        for (java.lang.reflect.Field field : rules.fields(holder.getClass())) {
            try {
                if (!field.getType().isPrimitive() && !holdsOnlyImmutables(field.get(holder), levels - 1)) {
                    return false;
                }
            } catch (IllegalAccessException e) {
                return false;
            }
        }
        return true;
    }
}
