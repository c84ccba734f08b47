package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.serialization.graph.GraphInput;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.graph.RegistersReference;

/** Collections and maps that are made empty and then filled. */
final class CollectionSerializers {
    private CollectionSerializers() {}

    /** Collections of one class. */
    static class OfCollection extends Serializer<Collection<Object>> implements RegistersReference {
        private final IntFunction<? extends Collection<Object>> factory;
        private final boolean isHashed;

        OfCollection(IntFunction<? extends Collection<Object>> factory) {
            this(factory, false);
        }

        private OfCollection(IntFunction<? extends Collection<Object>> factory, boolean isHashed) {
            this.factory = factory;
            this.isHashed = isHashed;
        }

        @Override
        public void write(Kryo kryo, Output output, Collection<Object> collection) {
            output.writeVarInt(collection.size(), true);
            writeElements(kryo, output, collection);
        }

        @Override
        public Collection<Object> read(Kryo kryo, Input input, Class<? extends Collection<Object>> type) {
            int size = ((GraphInput) input).readLength(1);
            Collection<Object> collection = factory.apply(size);
            kryo.reference(collection);
            for (int i = 0; i < size; i++) {
                collection.add(isHashed ? ((GraphKryo) kryo).readKey() : kryo.readClassAndObject(input));
            }
            return collection;
        }

        @Override
        public Collection<Object> copy(Kryo kryo, Collection<Object> original) {
            Collection<Object> collection = factory.apply(original.size());
            kryo.reference(collection);
            for (Object element : original) {
                collection.add(kryo.copy(element));
            }
            ((GraphKryo) kryo).copied(48 + 24L * collection.size());
            return collection;
        }
    }

    /** Collections of one class that hash their elements. */
    static final class OfHashed extends OfCollection {
        OfHashed(IntFunction<? extends Collection<Object>> factory) {
            super(factory, true);
        }
    }

    /** Lists in which each element is found at once. */
    static final class OfArrayList extends OfCollection {
        OfArrayList() {
            super(ArrayList::new);
        }

        @Override
        public void write(Kryo kryo, Output output, Collection<Object> collection) {
            ListElements.write((GraphKryo) kryo, (List<Object>) collection);
        }

        @Override
        public Collection<Object> read(Kryo kryo, Input input, Class<? extends Collection<Object>> type) {
            GraphKryo graph = (GraphKryo) kryo;
            ListElements elements = ListElements.read(graph);
            ArrayList<Object> list = new ArrayList<>(elements.size());
            kryo.reference(list);
            for (int i = 0; i < elements.size(); i++) {
                list.add(elements.next(graph));
            }
            return list;
        }
    }

    /**
     * Collections whose elements are added at once, because they may change while they are written or are slow to fill.
     */
    static final class OfCopied extends Serializer<Collection<Object>> implements RegistersReference {
        private final Function<Collection<Object>, Collection<Object>> filler;

        OfCopied(Function<Collection<Object>, Collection<Object>> filler) {
            this.filler = filler;
        }

        @Override
        public void write(Kryo kryo, Output output, Collection<Object> collection) {
            Object[] elements = collection.toArray();
            output.writeVarInt(elements.length, true);
            writeElements(kryo, output, Arrays.asList(elements));
        }

        @Override
        public Collection<Object> read(Kryo kryo, Input input, Class<? extends Collection<Object>> type) {
            @Nullable Object[] elements = new @Nullable Object[((GraphInput) input).readLength(1)];
            Collection<Object> collection = filler.apply(List.of());
            kryo.reference(collection);
            for (int i = 0; i < elements.length; i++) {
                elements[i] = kryo.readClassAndObject(input);
            }
            collection.addAll(Arrays.asList(elements));
            return collection;
        }

        @Override
        public Collection<Object> copy(Kryo kryo, Collection<Object> original) {
            Object[] elements = original.toArray();
            Collection<Object> collection = filler.apply(List.of());
            kryo.reference(collection);
            for (int i = 0; i < elements.length; i++) {
                elements[i] = kryo.copy(elements[i]);
            }
            collection.addAll(Arrays.asList(elements));
            ((GraphKryo) kryo).copied(48 + 16L * elements.length);
            return collection;
        }
    }

    /** Collections that a comparator, perhaps null, keeps in order. */
    static final class OfOrdered<C extends Collection<Object>> extends Serializer<C> implements RegistersReference {
        private final Function<@Nullable Comparator<Object>, C> factory;
        private final Function<C, @Nullable Comparator<? super Object>> comparator;

        OfOrdered(
                Function<@Nullable Comparator<Object>, C> factory,
                Function<C, @Nullable Comparator<? super Object>> comparator) {
            this.factory = factory;
            this.comparator = comparator;
        }

        @Override
        public void write(Kryo kryo, Output output, C collection) {
            int id = ((GraphKryo) kryo).references.begin(); // its comparator is read before it exists
            kryo.writeClassAndObject(output, comparator.apply(collection));
            ((GraphKryo) kryo).references.end(id);
            output.writeVarInt(collection.size(), true);
            writeElements(kryo, output, collection);
        }

        @Override
        @SuppressWarnings("unchecked")
        public C read(Kryo kryo, Input input, Class<? extends C> type) {
            C collection = factory.apply((Comparator<Object>) kryo.readClassAndObject(input));
            kryo.reference(collection);
            int size = ((GraphInput) input).readLength(1);
            for (int i = 0; i < size; i++) {
                collection.add(kryo.readClassAndObject(input));
            }
            return collection;
        }

        @Override
        @SuppressWarnings("unchecked")
        public C copy(Kryo kryo, C original) {
            GraphKryo graph = (GraphKryo) kryo;
            C collection = factory.apply(kryo.copy(comparator.apply(original)));
            kryo.reference(collection);
            for (Object element : original) {
                collection.add(kryo.copy(element));
            }
            graph.copied(48 + 40L * original.size());
            return collection;
        }
    }

    /** Maps of one class; a comparator, null in unsorted ones, and their size are what they are made of. */
    static final class OfMap<M extends Map<Object, Object>> extends Serializer<M> implements RegistersReference {
        private final boolean isHashed;
        private final Factory<M> factory;
        private final Function<M, @Nullable Object> trait;

        /** Makes an empty map. */
        interface Factory<M> {
            M make(@Nullable Object trait, int size);
        }

        /** Makes a serializer for maps of which one trait, such as a comparator, must be known to make one. */
        OfMap(boolean isHashed, Factory<M> factory, Function<M, @Nullable Object> trait) {
            this.isHashed = isHashed;
            this.factory = factory;
            this.trait = trait;
        }

        @Override
        public void write(Kryo kryo, Output output, M map) {
            int id = ((GraphKryo) kryo).references.begin();
            kryo.writeClassAndObject(output, trait.apply(map));
            ((GraphKryo) kryo).references.end(id);
            Object[] entries = map.entrySet().toArray(); // a concurrent map may change meanwhile
            output.writeVarInt(entries.length, true);
            for (Object each : entries) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
                kryo.writeClassAndObject(output, entry.getKey());
                kryo.writeClassAndObject(output, entry.getValue());
            }
        }

        @Override
        public M read(Kryo kryo, Input input, Class<? extends M> type) {
            Object known = kryo.readClassAndObject(input);
            int size = ((GraphInput) input).readLength(2);
            M map = factory.make(known, size);
            kryo.reference(map);
            for (int i = 0; i < size; i++) {
                Object key = isHashed ? ((GraphKryo) kryo).readKey() : kryo.readClassAndObject(input);
                map.put(key, kryo.readClassAndObject(input));
            }
            return map;
        }

        @Override
        public M copy(Kryo kryo, M original) {
            GraphKryo graph = (GraphKryo) kryo;
            M map = factory.make(kryo.copy(trait.apply(original)), original.size());
            kryo.reference(map);
            for (Map.Entry<Object, Object> entry : original.entrySet()) {
                map.put(kryo.copy(entry.getKey()), kryo.copy(entry.getValue()));
            }
            graph.copied(48 + 48L * original.size());
            return map;
        }
    }

    static void writeElements(Kryo kryo, Output output, Collection<?> elements) {
        int left = elements.size();
        for (Object element : elements) {
            kryo.writeClassAndObject(output, element);
            left--;
        }
        if (left != 0) {
            throw changed();
        }
    }

    static ConcurrentModificationException changed() {
        return new ConcurrentModificationException("collection changed while it was encoded");
    }

    static <T> T present(@Nullable T value) {
        return Objects.requireNonNull(value);
    }
}
