package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.time.*;
import java.util.*;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.Codec;
import tutti.serialization.codec.MatrixCases.*;

/** Holds each kind of object, through bytes and through the copy inside a JVM, against Java serialization. */
@SuppressWarnings({
    "IdentityHashMapUsage",
    "JavaUtilDate",
    "JdkObsolete",
    "TypeParameterUnusedInFormals",
    "UnnecessaryStringBuilder",
    "serial"
}) // old classes can be sent, too
class MatrixTest {
    private final Codec codec = new ObjectCodec();

    /**
     * Objects for which the bytes of Java serialization, written again from the result, are the same to the last one.
     */
    static Stream<Arguments> sameInEveryByte() throws Exception {
        Object[] all = {
            new Point(1, 2, "three"),
            new Point(1, 2, null),
            new Holder(new int[] {1}),
            new Checked(1),
            new Replaced(3),
            Plain.B,
            WithBodies.MINUS,
            new Object[] {Plain.A, WithBodies.PLUS, Plain.class, WithBodies.class},
            new Fields(1),
            new MoreFields(),
            new OnNotSerializable(),
            MatrixCases.ring(),
            MatrixCases.sharedParts(),
            MatrixCases.sharedAcrossJava(),
            new Hooked(),
            new OnHooked(),
            new Holder(new OnHooked()),
            new Validated(),
            Singleton.INSTANCE,
            new Holder(Singleton.INSTANCE),
            new Proxied(),
            new External(3),
            new Persistent(),
            new Versioned(),
            new Outer().new In(),
            new MyList(),
            new MyNumber(),
            new MyException("outer", new IllegalStateException("inner")),
            MatrixCases.proxy(),
            new Object[] {String.class, int.class, int[][].class, Map.Entry.class, void.class},
            // arrays of any rank
            new int[][] {{1, 2}, {}, null},
            new double[][][] {{{1}, {2, 3}}, {}, null},
            new String[] {"a", null, "ä", "€", "\ud83d\ude00", "\ud83d", "a".repeat(70_000), "€".repeat(20_000)},
            new String[][] {{"a"}, null, {}},
            new Object[] {1, 2L, 3f, 4.0, (short) 5, (byte) 6, 'c', true, null, "text"},
            new Number[] {1, 2.0, BigInteger.TEN},
            new Integer[][] {{1}, {null}},
            new List<?>[] {List.of(1), null},
            new Serializable[] {1, "a"},
            new boolean[][] {{true, false}, {}},
            // java.util
            new ArrayList<>(List.of(1, "a", 'c')),
            new LinkedList<>(Arrays.asList(1, null, 3)),
            new ArrayDeque<>(List.of(1, 2, 3)),
            new Vector<>(List.of(1, 2)),
            new PriorityQueue<>(List.of(3, 1, 2)),
            new TreeMap<>(Map.of("a", 1, "b", 2)),
            new TreeSet<>(List.of(3, 1, 2)),
            new TreeMap<>(Collections.reverseOrder()),
            new TreeSet<String>((SerializableComparator<String>) (a, b) -> b.compareTo(a)),
            new TreeSet<>(Comparator.naturalOrder()),
            new EnumMap<>(Map.of(Plain.A, 1)),
            EnumSet.of(Plain.A),
            EnumSet.noneOf(WithBodies.class),
            new IdentityHashMap<>(Map.of("a", 1)),
            new BitSet(),
            BitSet.valueOf(new long[] {1, 2, 3}),
            new Date(1234),
            new Locale.Builder().setLanguage("de").build(),
            Currency.getInstance("EUR"),
            UUID.nameUUIDFromBytes(new byte[] {1}),
            TimeZone.getTimeZone("Europe/Paris"),
            new Random(5),
            new StringBuilder("builder"),
            new StringBuffer("buffer"),
            new AbstractMap.SimpleEntry<>("k", 1),
            new AbstractMap.SimpleImmutableEntry<>("k", new int[] {1}),
            Pattern.compile("a+b", Pattern.CASE_INSENSITIVE),
            URI.create("http://example.org/a?b#c"),
            InetAddress.getByAddress("host", new byte[] {1, 2, 3, 4}),
            List.of(),
            List.of(1),
            List.of(1, 2, 3),
            List.of(new int[] {1}, new ArrayList<>(List.of(1))),
            Stream.of(1, null, 3).toList(),
            Stream.of().toList(),
            Set.of(),
            Set.of(1),
            Map.of(),
            Map.of("a", 1),
            Arrays.asList(1, "a", null),
            Arrays.asList("a", "b"),
            Collections.emptyList(),
            Collections.emptyMap(),
            Collections.emptySet(),
            Collections.singleton(1),
            Collections.singletonList(1),
            Collections.singletonMap(1, 2),
            Collections.nCopies(3, "x"),
            Collections.unmodifiableList(new ArrayList<>(List.of(1))),
            Collections.unmodifiableMap(new TreeMap<>(Map.of(1, 2))),
            Collections.unmodifiableSet(new TreeSet<>(Set.of(1))),
            Collections.checkedList(new ArrayList<>(List.of("a")), String.class),
            new LinkedHashSet<>(List.of(3, 1, 2)),
            accessOrdered(),
            // java.util.concurrent
            new CopyOnWriteArrayList<>(List.of(1, 2)),
            new CopyOnWriteArraySet<>(List.of(1, 2)),
            new ConcurrentLinkedQueue<>(List.of(1, 2)),
            new ConcurrentLinkedDeque<>(List.of(1, 2)),
            new LinkedBlockingQueue<>(List.of(1, 2)),
            new LinkedBlockingDeque<>(List.of(1, 2)),
            new LinkedTransferQueue<>(List.of(1, 2)),
            new ArrayBlockingQueue<>(5, true, List.of(1, 2)),
            new PriorityBlockingQueue<>(List.of(2, 1)),
            new ConcurrentSkipListMap<>(Map.of(1, 2)),
            new ConcurrentSkipListSet<>(Set.of(1)),
            new AtomicInteger(3),
            new AtomicLong(4),
            new AtomicBoolean(true),
            new AtomicReference<>(new ArrayList<>(List.of(1))),
            new AtomicIntegerArray(new int[] {1, 2}),
            new LongAdder(),
            new ReentrantLock(),
            new Semaphore(3),
            TimeUnit.DAYS,
            // numbers and time
            BigInteger.TEN.pow(50),
            BigInteger.ONE.negate(),
            new BigDecimal("1.2300"),
            new BigDecimal("-1E+400"),
            Duration.ofSeconds(-5, 3),
            Instant.parse("1900-01-01T00:00:00.000000001Z"),
            LocalDate.of(-5, 1, 31),
            LocalTime.of(1, 2, 3, 4),
            LocalDateTime.MAX,
            OffsetDateTime.MIN,
            OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHours(5)),
            ZonedDateTime.ofLocal(
                    LocalDateTime.of(2024, 10, 27, 2, 30), ZoneId.of("Europe/Paris"), ZoneOffset.ofHours(1)),
            ZoneId.of("Europe/Paris"),
            ZoneOffset.ofHoursMinutes(3, 30),
            ZoneOffset.UTC,
            Year.of(2024),
            YearMonth.of(2024, 5),
            MonthDay.of(2, 29),
            Period.of(1, -2, 3),
            DayOfWeek.MONDAY,
            java.time.chrono.JapaneseDate.of(2020, 1, 1),
        };
        return Arrays.stream(all).map(value -> Arguments.of(new Object[] {value}));
    }

    /** Objects whose bytes depend on hash tables: they are equal. */
    static Stream<Object> equal() {
        Map<String, Integer> words = new HashMap<>();
        IntStream.range(0, 1000).forEach(i -> words.put("key " + i, i));
        MyMap mine = new MyMap();
        mine.put("a", 1);
        return Stream.of(
                words,
                mine,
                new LinkedHashMap<>(Map.of("a", 1, "b", 2)),
                new HashSet<>(words.keySet()),
                new Hashtable<>(Map.of(1, 2)),
                new ConcurrentHashMap<>(words),
                Map.of(1, 2, 3, 4, 5, 6),
                Set.of(1, 2, 3, 4, 5),
                Collections.synchronizedList(new ArrayList<>(List.of(1))),
                Collections.unmodifiableMap(words),
                new HashMap<>(Map.of(new Point(1, 2, "3"), List.of(Set.of(1)))));
    }

    static Object accessOrdered() {
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
        map.put("a", 1);
        map.put("b", 2);
        map.get("a");
        return map;
    }

    @ParameterizedTest
    @MethodSource("sameInEveryByte")
    void shouldGiveWhatJavaSerializationGives(Object value) throws Exception {
        byte[] expected = javaBytes(javaTrip(value));

        assertThat(javaBytes(codec.decode(codec.encode(value))))
                .as("through bytes")
                .isEqualTo(expected);
        assertThat(javaBytes(codec.snapshot(value).value())).as("as a copy").isEqualTo(expected);
        assertThat(codec.snapshot(value).sizeBytes()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("equal")
    void shouldGiveAnEqualObject(Object value) throws Exception {
        assertThat(codec.decode(codec.encode(value)))
                .hasSameClassAs(javaTrip(value))
                .isEqualTo(javaTrip(value));
        assertThat(codec.snapshot(value).value()).hasSameClassAs(value).isEqualTo(javaTrip(value));
    }

    @Test
    void shouldKeepCyclesThroughCollections() {
        for (Object[] copy : bothWays((Object[]) MatrixCases.selfContaining())) {
            List<?> list = (List<?>) copy[0];
            Map<?, ?> map = (Map<?, ?>) copy[1];
            assertThat(copy[2]).isSameAs(copy);
            assertThat(list.getFirst()).isSameAs(list);
            assertThat(map.get("self")).isSameAs(map);
            assertThat(map.get("list")).isSameAs(list);
        }
    }

    @Test
    void shouldResolveSingletonsToThemselves() {
        for (Object[] copy : bothWays(new Object[] {Singleton.INSTANCE, new Node("n"), Plain.A, String.class})) {
            assertThat(copy[0]).isSameAs(Singleton.INSTANCE);
            assertThat(copy[2]).isSameAs(Plain.A);
            assertThat(copy[3]).isSameAs(String.class);
        }
    }

    @Test
    void shouldSendLambdasThatAreSerializable() {
        int captured = 5;
        SerializableFunction<Integer, Integer> lambda = i -> i + captured;
        SerializableFunction<Object, String> reference = Object::toString;
        for (Object[] copy : bothWays(new Object[] {lambda, reference, new Holder(lambda)})) {
            assertThat(MatrixTest.<Function<Integer, Integer>>cast(copy[0]).apply(1))
                    .isEqualTo(6);
            assertThat(MatrixTest.<Function<Object, String>>cast(copy[1]).apply(1))
                    .isEqualTo("1");
        }
    }

    @Test
    void shouldSendLocalClasses() {
        for (Object[] copy : bothWays(new Object[] {MatrixCases.local(4)})) {
            assertThat(copy[0]).hasToString("local 4");
        }
    }

    @Test
    void shouldAlsoSendOptionals() {
        Object[] optionals = {
            Optional.of("a"),
            Optional.empty(),
            OptionalInt.of(1),
            OptionalLong.of(2),
            OptionalDouble.of(3),
            OptionalInt.empty()
        };
        for (Object[] copy : bothWays(optionals)) {
            assertThat(copy).isEqualTo(optionals);
        }
        for (Object[] copy :
                bothWays(new Object[] {optionals, new Random(1), new Holder(Optional.of(new Random(2)))})) {
            assertThat((Object[]) copy[0]).isEqualTo(optionals);
            assertThat(((Optional<?>) ((Holder) copy[2]).content()).orElseThrow())
                    .isInstanceOf(Random.class);
        }
    }

    @Test
    void shouldAlsoSendMapEntries() {
        Map.Entry<String, Integer> entry = Map.entry("a", 1);
        Object[] entries = {entry, List.of(Map.entry(2, List.of(entry))), Map.of(Map.entry(3, 4), entry), entry};
        for (Object[] copy : bothWays(entries)) {
            assertThat(copy).isEqualTo(entries);
            assertThat(copy[3]).isSameAs(copy[0]);
        }
        for (Object[] copy : bothWays(new Object[] {entry, new Random(1), new Holder(Map.entry(5, new Random(2)))})) {
            assertThat(copy[0]).isEqualTo(entry);
            assertThat(((Map.Entry<?, ?>) ((Holder) copy[2]).content()).getValue())
                    .isInstanceOf(Random.class);
        }
    }

    @Test
    void shouldTreatACycleThroughARecordAsJavaDoes() throws Exception {
        List<Object> list = new ArrayList<>();
        Holder holder = new Holder(list);
        list.add(holder);
        List<?> java = (List<?>) ((Holder) javaTrip(holder)).content();
        for (Object copy : List.of(
                codec.decode(codec.encode(holder)), codec.snapshot(holder).value())) {
            assertThat((List<?>) ((Holder) copy).content()).isEqualTo(java);
        }
    }

    private List<Object[]> bothWays(Object[] value) {
        return List.of((Object[]) codec.decode(codec.encode(value)), (Object[])
                codec.snapshot(value).value());
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }

    static byte[] javaBytes(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    static Object javaTrip(Object value) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(javaBytes(value)))) {
            return in.readObject();
        }
    }
}
