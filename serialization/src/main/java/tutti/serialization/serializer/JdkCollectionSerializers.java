package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Serializer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tutti.serialization.SerializationException;
import tutti.serialization.reflect.Immutables;

/** The JDK's collections and maps that graphs hold most, and what can hold one value or none. */
@SuppressWarnings({"rawtypes", "unchecked", "JdkObsolete", "NonApiType"
}) // as in Kryo; users may send old collections, too
final class JdkCollectionSerializers {
    private final BiConsumer<Class<?>, Serializer<?>> registry;

    private JdkCollectionSerializers(BiConsumer<Class<?>, Serializer<?>> registry) {
        this.registry = registry;
    }

    /** Registers all, in the order of their numbers. */
    static void registerAll(BiConsumer<Class<?>, Serializer<?>> registry) {
        JdkCollectionSerializers all = new JdkCollectionSerializers(registry);
        all.collections();
        all.maps();
        all.immutables();
    }

    private void collections() {
        registry.accept(ArrayList.class, new CollectionSerializers.OfArrayList());
        registry.accept(LinkedList.class, new CollectionSerializers.OfCollection(size -> new LinkedList<>()));
        registry.accept(ArrayDeque.class, new CollectionSerializers.OfCollection(ArrayDeque::new));
        registry.accept(HashSet.class, new CollectionSerializers.OfHashed(HashSet::newHashSet));
        registry.accept(LinkedHashSet.class, new CollectionSerializers.OfHashed(LinkedHashSet::newLinkedHashSet));
        registry.accept(Vector.class, new CollectionSerializers.OfCopied(Vector::new));
        registry.accept(CopyOnWriteArrayList.class, new CollectionSerializers.OfCopied(CopyOnWriteArrayList::new));
        registry.accept(
                TreeSet.class,
                new CollectionSerializers.OfOrdered<TreeSet<Object>>(
                        comparator -> new TreeSet<>(comparator), TreeSet::comparator));
        registry.accept(
                PriorityQueue.class,
                new CollectionSerializers.OfOrdered<PriorityQueue<Object>>(
                        comparator -> new PriorityQueue<>(comparator), PriorityQueue::comparator));
    }

    private void maps() {
        registry.accept(
                HashMap.class,
                new CollectionSerializers.OfMap<HashMap<Object, Object>>(
                        true, (trait, size) -> HashMap.newHashMap(size), map -> null));
        registry.accept(
                LinkedHashMap.class,
                new CollectionSerializers.OfMap<LinkedHashMap<Object, Object>>(
                        true,
                        (trait, size) -> new LinkedHashMap<>(
                                Math.max(16, size + size / 3 + 1), 0.75f, Boolean.TRUE.equals(trait)),
                        JdkCollectionSerializers::isInOrderOfAccess));
        registry.accept(
                TreeMap.class,
                new CollectionSerializers.OfMap<TreeMap<Object, Object>>(
                        false, (trait, size) -> new TreeMap<>((Comparator<Object>) trait), TreeMap::comparator));
        registry.accept(
                ConcurrentHashMap.class,
                new CollectionSerializers.OfMap<ConcurrentHashMap<Object, Object>>(
                        true, (trait, size) -> new ConcurrentHashMap<>(size), map -> null));
    }

    /** Finds out on a copy, because a map does not tell, and asking it would change it. */
    private static boolean isInOrderOfAccess(LinkedHashMap<Object, Object> map) {
        LinkedHashMap<Object, Object> probe = (LinkedHashMap<Object, Object>) map.clone();
        probe.clear();
        probe.put("first", "");
        probe.put("second", "");
        probe.get("first");
        return probe.firstEntry().getKey().equals("second");
    }

    private void immutables() {
        ImmutableCollectionSerializer<List<?>> lists = new ImmutableCollectionSerializer<>(
                JdkCollectionSerializers::partsOfList, JdkCollectionSerializers::listOf);
        registry.accept(List.of(1).getClass(), lists);
        registry.accept(List.of(1, 2, 3).getClass(), lists);
        ImmutableCollectionSerializer<Set<?>> sets =
                new ImmutableCollectionSerializer<>(Set::toArray, parts -> Set.of(parts), 1);
        registry.accept(Set.of(1).getClass(), sets);
        registry.accept(Set.of(1, 2, 3).getClass(), sets);
        ImmutableCollectionSerializer<Map<?, ?>> maps = new ImmutableCollectionSerializer<>(
                JdkCollectionSerializers::partsOfMap, JdkCollectionSerializers::mapOf, 2);
        registry.accept(Map.of(1, 1).getClass(), maps);
        registry.accept(Map.of(1, 1, 2, 2).getClass(), maps);
        registry.accept(
                Optional.class,
                new ImmutableCollectionSerializer<Optional<?>>(
                        value -> value.isPresent() ? new Object[] {value.get()} : new Object[0],
                        parts -> parts.length == 0
                                ? Optional.empty()
                                : Optional.of(CollectionSerializers.present(parts[0]))));
        registry.accept(
                Immutables.ENTRY,
                new ImmutableCollectionSerializer<Map.Entry<?, ?>>(
                        entry -> new Object[] {entry.getKey(), entry.getValue()}, JdkCollectionSerializers::entryOf));
    }

    private static Map.Entry<?, ?> entryOf(@Nullable Object[] parts) {
        if (parts.length != 2) {
            throw new SerializationException("malformed bytes: parts of a map entry=" + parts.length);
        }
        return Map.entry(CollectionSerializers.present(parts[0]), CollectionSerializers.present(parts[1]));
    }

    /** The elements, and behind them null if the list may hold nulls: those of Stream.toList do. */
    private static @Nullable Object[] partsOfList(List<?> list) {
        Object[] elements = list.toArray();
        return mayHoldNulls(list) ? Arrays.copyOf(elements, elements.length + 1) : elements;
    }

    @SuppressWarnings("ReturnValueIgnored") // throws, or not
    private static boolean mayHoldNulls(List<?> list) {
        try {
            list.contains(null);
            return true;
        } catch (NullPointerException e) {
            return false;
        }
    }

    private static List<?> listOf(@Nullable Object[] parts) {
        if (parts.length == 0 || parts[parts.length - 1] != null) {
            return List.of(parts);
        }
        return Arrays.stream(parts, 0, parts.length - 1).toList();
    }

    private static Object[] partsOfMap(Map<?, ?> map) {
        List<Object> parts = new ArrayList<>(2 * map.size());
        map.forEach((key, value) -> {
            parts.add(key);
            parts.add(value);
        });
        return parts.toArray();
    }

    private static Map<?, ?> mapOf(@Nullable Object[] parts) {
        Map.Entry<?, ?>[] entries = new Map.Entry<?, ?>[parts.length / 2];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = Map.entry(
                    CollectionSerializers.present(parts[2 * i]), CollectionSerializers.present(parts[2 * i + 1]));
        }
        return Map.ofEntries(entries);
    }
}
