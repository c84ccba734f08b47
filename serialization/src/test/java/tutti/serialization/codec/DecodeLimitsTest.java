package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.filter.ClassFilter;

/** The limits of a filter, and those that hold without one, are looked at while a message is read. */
@Timeout(60)
class DecodeLimitsTest {
    /** So many levels make 2^40 hash codes, which takes hours. */
    private static final int LEVELS = 40;

    private final Codec open = new ObjectCodec();

    /** How a graph is made to travel by Kryo, and by Java serialization. */
    static Stream<Arguments> ways() {
        return Stream.of(Arguments.of("graph", false), Arguments.of("Java stream", true));
    }

    static Stream<Arguments> tables() {
        List<Arguments> all = new ArrayList<>();
        Map<String, Function<Object, Object>> tables = new LinkedHashMap<>();
        tables.put("HashSet", key -> new HashSet<>(Arrays.asList(key)));
        tables.put("HashMap", key -> {
            Map<Object, Object> map = new HashMap<>();
            map.put(key, 1);
            return map;
        });
        tables.put("LinkedHashSet", key -> new LinkedHashSet<>(Arrays.asList(key)));
        tables.put("ConcurrentHashMap", key -> {
            Map<Object, Object> map = new ConcurrentHashMap<>();
            map.put(key, 1);
            return map;
        });
        tables.put("Set.of", Set::of);
        tables.put("Set.of two", key -> Set.of(key, 1));
        tables.put("Map.of", key -> Map.of(key, 1));
        tables.put("Map.of two", key -> Map.of(key, 1, 2, 3));
        for (boolean java : new boolean[] {false, true}) {
            tables.forEach((name, table) -> all.add(Arguments.of(name, table, java)));
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void shouldCountReferencesWhileItReads(String name, boolean java) {
        Codec narrow = new ObjectCodec(SerializationSettings.filteredBy("maxrefs=100;*"));

        assertThatThrownBy(() -> narrow.decode(nestedSets(LEVELS, java)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("refused by the serial filter")
                .hasMessageContaining("references=101");
    }

    @Test
    void shouldCountNullsAndRepetitionsAsJavaDoes() {
        Object[] value = {null, null, "a", "a", 1, 2.0, 'c'}; // with itself 8 references
        value[1] = value;
        Encoded bytes = open.encode(value);

        assertThat(new ObjectCodec(SerializationSettings.filteredBy("maxrefs=8;*")).decode(bytes))
                .isInstanceOf(Object[].class);
        assertThatThrownBy(() -> new ObjectCodec(SerializationSettings.filteredBy("maxrefs=7;*")).decode(bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("references=8");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void shouldRefuseTooManyBytesBeforeItReads(String name, boolean java) {
        Codec narrow = new ObjectCodec(SerializationSettings.filteredBy("maxbytes=100;*"));

        assertThatThrownBy(() -> narrow.decode(nestedSets(LEVELS, java)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("maxBytes=100");
        assertThatThrownBy(() -> narrow.decode(open.encode(new long[100])))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("maxBytes=100");
        assertThatThrownBy(() -> narrow.decode(open.encode(new byte[10][10])))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("maxBytes=100");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void shouldAskAFilterThatIsNoPatternAtEachObject(String name, boolean java) {
        ObjectInputFilter users = info -> info.references() > 100 || info.depth() > 30
                ? ObjectInputFilter.Status.REJECTED
                : ObjectInputFilter.Status.ALLOWED;
        Codec narrow = new ObjectCodec(SerializationSettings.DEFAULT, new ClassFilter(users, null));

        assertThatThrownBy(() -> narrow.decode(nestedSets(LEVELS, java)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("refused by the serial filter");
        assertThat(narrow.decode(open.encode(new ArrayList<>(List.of(1, 2))))).isEqualTo(List.of(1, 2));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void shouldRefuseNestedSetsWithoutAFilter(String name, boolean java) {
        assertThatThrownBy(() -> open.decode(nestedSets(LEVELS, java)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("hash codes take too long");
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("tables")
    void shouldRefuseKeysWhoseHashCodesTakeTooLong(String name, Function<Object, Object> table, boolean java) {
        assertThatThrownBy(() -> open.decode(encoded(java, tableOf(table, nestedLists(LEVELS)))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("hash codes take too long");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void shouldCarryTablesOfCollections(String name, boolean java) {
        Map<Object, Object> table = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            table.put(List.of(i, Set.of(i), Optional.of(List.of(i))), nestedLists(10));
        }
        table.put(IntStream.range(0, 100_000).boxed().toList(), java ? Arrays.asList("a") : "none");

        Map<?, ?> received = (Map<?, ?>) open.decode(open.encode(table));

        assertThat(received).isEqualTo(table);
    }

    @Test
    void shouldRefuseRecordsWhoseHashCodesTakeTooLong() {
        MatrixCases.Holder holder = new MatrixCases.Holder("end");
        for (int i = 0; i < LEVELS; i++) {
            holder = new MatrixCases.Holder(new ArrayList<>(Arrays.asList(holder, holder)));
        }
        Object nested = holder;
        Object table = tableOf(key -> new HashSet<>(Arrays.asList(key)), List.of(nested));

        assertThatThrownBy(() -> open.decode(open.encode(table)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("hash codes take too long");
    }

    @Test
    void shouldLeaveHashCodesToTheClassesThatHaveTheirOwn() {
        Named last = new Named("end", List.of());
        for (int i = 0; i < LEVELS; i++) {
            last = new Named("name " + i, new ArrayList<>(List.of(last, last)));
        }
        Map<Object, Object> table = new HashMap<>(Map.of(last, "a", List.of(last), "b"));

        assertThat(open.decode(open.encode(table))).isEqualTo(table);
    }

    /** A graph of such has very many ways through it, and their hash codes take none. */
    private record Named(String name, List<Named> next) implements java.io.Serializable {
        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Named named && named.name.equals(name);
        }
    }

    @Test
    void shouldCarryWhatIsSharedManyTimesButNotHashed() {
        Object nested = nestedLists(100);

        Object received = open.decode(open.encode(nested));

        assertThat(received).isInstanceOf(List.class);
    }

    /** The sets of the attack known as SerialDOS, filled from the outside in, so that to make them takes no time. */
    private Encoded nestedSets(int levels, boolean java) {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < levels; i++) {
            Set<Object> nextOne = new HashSet<>(Set.of("differs"));
            Set<Object> nextOther = new HashSet<>();
            for (Set<Object> each : List.of(one, other)) {
                each.add(nextOne);
                each.add(nextOther);
            }
            one = nextOne;
            other = nextOther;
        }
        return encoded(java, root);
    }

    private static List<Object> nestedLists(int levels) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < levels; i++) {
            list = new ArrayList<>(Arrays.asList(list, list));
        }
        return list;
    }

    /** Makes a table whose key grows afterwards. */
    private static Object tableOf(Function<Object, Object> maker, List<Object> content) {
        List<Object> key = new ArrayList<>();
        Object table = maker.apply(key);
        key.addAll(content);
        return table;
    }

    private Encoded encoded(boolean java, Object value) {
        return open.encode(java ? new Object[] {new Random(1), value} : new Object[] {value});
    }
}
