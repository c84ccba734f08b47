package tutti.serialization.reflect;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.serialization.SerializationException;

/**
 * Counts the steps that the hash codes of keys take, before they are computed.
 *
 * <p>The hash code of a collection is made of those of its elements. A list that holds the next one twice, at each of
 * 40 levels, takes 2^40 steps: as a key it stops the thread that reads it. A hash code that a class of the program
 * computes is one step.
 */
public final class HashCost {
    private static final long FREE_STEPS = 100_000_000; // about a second
    private static final long STEPS_A_BYTE = 1_000;
    private static final long FREE_NESTED_STEPS = 1_000_000;
    private static final long NESTED_STEPS_A_BYTE = 10;

    /** Tells whether the hash code of a class' objects is made of those of what they hold. */
    private static final ClassValue<Boolean> NESTED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isNested(type);
        }
    };

    private final ClassRules rules;
    private final IdentityHashMap<Object, Long> known = new IdentityHashMap<>();
    private Class<?> lastFlat = String.class; // keys of a table are of one class mostly
    private long allowed;
    private long left;

    public HashCost(ClassRules rules) {
        this.rules = rules;
    }

    /** Prepares for a message in which {@link #add} is told of every key. */
    public void beginKeys(long messageBytes) {
        begin(FREE_STEPS + STEPS_A_BYTE * messageBytes);
    }

    /** Prepares for a message in which {@link #complete} is told of every object, because keys are not seen. */
    public void beginObjects(long messageBytes) {
        begin(FREE_NESTED_STEPS + NESTED_STEPS_A_BYTE * messageBytes);
    }

    private void begin(long steps) {
        if (!known.isEmpty()) {
            known.clear();
        }
        allowed = steps;
        left = steps;
    }

    /** Counts a key whose hash code will be computed next; throws if all keys together take too many steps. */
    public void add(@Nullable Object key) {
        if (key == null || key.getClass() == lastFlat) {
            return;
        }
        if (!isNested(key)) {
            lastFlat = key.getClass();
        } else {
            if (!known.isEmpty()) {
                known.clear(); // what was counted may have grown since
            }
            left -= sum(key, this::stepsOf);
        }
    }

    /** Counts an object that is complete, as all that it holds; throws if its hash code would take too many steps. */
    public void complete(@Nullable Object object) {
        if (object != null && isNested(object)) {
            boolean[] isFlat = {true};
            long steps = sum(object, held -> {
                isFlat[0] &= held == null || !isNested(held);
                return stepsOnceComplete(held);
            });
            if (!isFlat[0]) {
                known.put(object, steps);
            }
        }
    }

    private long stepsOf(@Nullable Object object) {
        if (object == null || !isNested(object)) {
            return 1;
        }
        Long before = known.putIfAbsent(object, 1L); // a cycle needs no limit: it fills the stack at once
        if (before != null) {
            return before;
        }
        long steps = sum(object, this::stepsOf);
        known.put(object, steps);
        return steps;
    }

    private long stepsOnceComplete(@Nullable Object object) {
        Long before = known.get(object);
        if (before != null) {
            return before;
        }
        try {
            return switch (object) {
                case Map<?, ?> map when isNested(map) -> 1 + 2L * map.size();
                case Collection<?> collection when isNested(collection) -> 1 + collection.size();
                case null, default -> 1;
            };
        } catch (NullPointerException e) {
            return 1; // it holds what contains it, as a view of the JDK does, and has not got its fields yet
        }
    }

    private long sum(Object object, ToLongFunction<@Nullable Object> stepsOf) {
        long steps = 1;
        switch (object) {
            case Map<?, ?> map -> {
                for (Map.Entry<?, ?> each : map.entrySet()) {
                    steps += stepsOf.applyAsLong(each.getKey());
                    steps += stepsOf.applyAsLong(each.getValue());
                    check(steps, object);
                }
            }
            case Collection<?> collection -> {
                for (Object each : collection) {
                    steps += stepsOf.applyAsLong(each);
                    check(steps, object);
                }
            }
            case Map.Entry<?, ?> entry
            when Immutables.isEntry(entry) ->
                steps += stepsOf.applyAsLong(entry.getKey()) + stepsOf.applyAsLong(entry.getValue());
            case Optional<?> value -> steps += stepsOf.applyAsLong(value.orElse(null));
            default -> {
                for (Field field : rules.fields(object.getClass())) {
                    steps += field.getType().isPrimitive() ? 1 : stepsOf.applyAsLong(valueOf(field, object));
                    check(steps, object);
                }
            }
        }
        return steps;
    }

    private void check(long steps, Object object) {
        if (steps > left) {
            throw new SerializationException(
                    "hash codes take too long: class=%s steps>%d; nest fewer shared collections, or let keys be of a class with a hashCode of its own"
                            .formatted(object.getClass().getName(), allowed));
        }
    }

    private static @Nullable Object valueOf(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the class rules have opened every field", e);
        }
    }

    private static boolean isNested(Object object) {
        return NESTED.get(object.getClass());
    }

    private static boolean isNested(Class<?> type) {
        try {
            Method hashCode = type.getMethod("hashCode");
            if (type.isRecord()) {
                return Modifier.isFinal(hashCode.getModifiers()) // the compiler's own
                        && Arrays.stream(type.getRecordComponents())
                                .map(RecordComponent::getType)
                                .anyMatch(HashCost::mayBeNested);
            }
            return hashCode.getDeclaringClass().getName().startsWith("java.util.")
                    && (Collection.class.isAssignableFrom(type)
                            || Map.class.isAssignableFrom(type)
                            || type == Optional.class
                            || type == Immutables.ENTRY);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has a hashCode", e);
        }
    }

    private static boolean mayBeNested(Class<?> component) {
        return !component.isPrimitive()
                && (component.isRecord() || !Modifier.isFinal(component.getModifiers()) || isNested(component));
    }
}
