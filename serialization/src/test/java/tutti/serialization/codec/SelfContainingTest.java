package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.SerializationException;

/** Collections that contain themselves: they arrive as by Java serialization, or fail as there with a clear error. */
@Timeout(60)
@SuppressWarnings({"JdkObsolete", "IdentityHashMapUsage", "ReferenceEquality"}) // each kind of collection, by identity
class SelfContainingTest {
    private final ObjectCodec codec = new ObjectCodec();

    static Stream<Named<Object>> collections() {
        List<Object> all = new ArrayList<>();
        for (Collection<Object> collection : List.<Collection<Object>>of(
                new ArrayList<>(),
                new LinkedList<>(),
                new Vector<>(),
                new ArrayDeque<>(),
                new CopyOnWriteArrayList<>(),
                new ConcurrentLinkedQueue<>(),
                new ConcurrentLinkedDeque<>(),
                new LinkedBlockingQueue<>(),
                Collections.synchronizedList(new ArrayList<>()))) {
            collection.add(collection);
            all.add(collection);
        }
        for (Map<Object, Object> map : List.<Map<Object, Object>>of(
                new HashMap<>(),
                new LinkedHashMap<>(),
                new TreeMap<>(),
                new Hashtable<>(),
                new IdentityHashMap<>(),
                new ConcurrentHashMap<>(),
                Collections.synchronizedMap(new HashMap<>()))) {
            map.put("self", map);
            all.add(map);
        }
        Map<Object, Object> identity = new IdentityHashMap<>();
        identity.put(identity, "itself as the key");
        all.add(identity);
        HashSet<Object> set = new HashSet<>();
        ArrayList<Object> inSet = new ArrayList<>();
        set.add(inSet);
        inSet.add(set);
        all.add(inSet);
        Hashtable<Object, Object> table = new Hashtable<>();
        ArrayList<Object> key = new ArrayList<>();
        table.put(key, "list that contains the table");
        key.add(table);
        all.add(table);
        ArrayList<Object> viewed = new ArrayList<>();
        viewed.add(Collections.unmodifiableList(viewed));
        all.add(viewed.getFirst());
        Map<Object, Object> viewedMap = new HashMap<>();
        viewedMap.put("self", Collections.unmodifiableMap(viewedMap));
        all.add(viewedMap.get("self"));
        all.add(viewedMap);
        return all.stream().map(one -> Named.of(one.getClass().getName(), one));
    }

    @ParameterizedTest
    @MethodSource("collections")
    void shouldEndAsJavaSerializationDoes(Object value) {
        Object[] expected = {null};
        Throwable java = catchThrowable(() -> expected[0] = javaTrip(value));
        for (Callable<Object> trip : List.<Callable<Object>>of(
                () -> codec.decode(codec.encode(value)),
                () -> codec.snapshot(value).value())) {
            Object[] copy = {null};
            Throwable failure = catchThrowable(() -> copy[0] = trip.call());
            if (failure != null) {
                assertThat(failure).isInstanceOf(SerializationException.class);
                assertThat(java).as("java.io fails too, unlike: %s", failure).isNotNull();
            } else if (expected[0] != null) {
                assertThat(copy[0]).isNotSameAs(value).hasSameClassAs(expected[0]);
                assertThat(isInItself(copy[0])).isEqualTo(isInItself(expected[0])); // not in lists with a readResolve
            }
        }
    }

    /** Returns whether a collection is found below itself; asks no element for its hash code, which would not end. */
    private static boolean isInItself(Object top) {
        return contents(top).flatMap(SelfContainingTest::withContents).anyMatch(one -> one == top);
    }

    private static Stream<Object> withContents(Object one) {
        return Stream.concat(Stream.of(one), contents(one));
    }

    private static Stream<Object> contents(Object one) {
        return switch (one) {
            case Collection<?> collection -> Arrays.stream(collection.toArray());
            case Map<?, ?> map -> map.entrySet().stream().flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()));
            default -> Stream.empty();
        };
    }

    private static Object javaTrip(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
