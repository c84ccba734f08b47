package tutti.serialization.codec;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tutti.serialization.reflect.Immutables;

/** Finds the object that spoils a graph and the shortest path to it, once something has gone wrong. */
final class NotSerializableFinder {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Step> open = new ArrayDeque<>();

    /** An object and how one gets to it; text is built only for the one that is found. */
    record Step(Object object, @Nullable Step from, String name) {
        String path() {
            Deque<String> names = new ArrayDeque<>();
            for (Step step = this; step != null; step = step.from()) {
                names.addFirst(step.name());
            }
            return String.join("", names);
        }
    }

    private NotSerializableFinder() {}

    /** Returns the first object, nearest to the root, that is not serializable; null if none is found. */
    static @Nullable Step firstNotSerializable(Object root) {
        NotSerializableFinder finder = new NotSerializableFinder();
        finder.visit(root, null, nameOf(root));
        while (!finder.open.isEmpty()) {
            Step step = finder.open.removeFirst();
            if (!isSerializable(step.object())) {
                return step;
            }
            finder.expand(step);
        }
        return null;
    }

    /** Returns how a path begins: a class without a name of its own has that of the class around it. */
    static String nameOf(Object root) {
        String simpleName = root.getClass().getSimpleName();
        return simpleName.isEmpty() ? root.getClass().getName() : simpleName;
    }

    private static boolean isSerializable(Object object) {
        return object instanceof Serializable
                || object instanceof Optional
                || object instanceof OptionalInt
                || object instanceof OptionalLong
                || object instanceof OptionalDouble
                || Immutables.isEntry(object);
    }

    private void visit(@Nullable Object object, @Nullable Step from, String name) {
        if (object != null && !Immutables.isLeaf(object) && seen.add(object)) {
            open.add(new Step(object, from, name));
        }
    }

    private void expand(Step step) {
        switch (step.object()) {
            case Object[] array -> {
                for (int i = 0; i < array.length; i++) {
                    visit(array[i], step, "[" + i + "]");
                }
            }
            case Collection<?> collection
            when isOfTheJdk(collection) -> {
                int i = 0;
                for (Object element : collection) {
                    visit(element, step, "[" + i++ + "]");
                }
            }
            case Map<?, ?> map
            when isOfTheJdk(map) ->
                map.forEach((key, value) -> {
                    visit(key, step, ".key(" + shown(key) + ")");
                    visit(value, step, "[" + shown(key) + "]");
                });
            case Map.Entry<?, ?> entry
            when Immutables.isEntry(entry) -> {
                visit(entry.getKey(), step, ".getKey()");
                visit(entry.getValue(), step, ".getValue()");
            }
            case Optional<?> optional -> visit(optional.orElse(null), step, ".get()");
            case AtomicReference<?> reference -> visit(reference.get(), step, ".get()");
            default -> expandFields(step);
        }
    }

    private void expandFields(Step step) {
        for (Class<?> type = step.object().getClass(); type != null; type = type.getSuperclass()) {
            if (!Serializable.class.isAssignableFrom(type)) {
                continue;
            }
            for (Field field : type.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers)
                        && !Modifier.isTransient(modifiers)
                        && !field.getType().isPrimitive()) {
                    visit(value(field, step.object()), step, "." + field.getName());
                }
            }
        }
    }

    private static @Nullable Object value(Field field, Object holder) {
        try {
            field.setAccessible(true);
            return field.get(holder);
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            return null; // the path ends here: its module is closed to us
        }
    }

    private static boolean isOfTheJdk(Object object) {
        return object.getClass().getClassLoader() == null;
    }

    private static String shown(@Nullable Object key) {
        if (key == null || Immutables.isLeaf(key)) {
            String text = String.valueOf(key);
            return text.length() > 40 ? text.substring(0, 40) + "…" : text;
        }
        return key.getClass().getSimpleName();
    }
}
