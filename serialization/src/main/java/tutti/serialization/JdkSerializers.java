package tutti.serialization;

import static tutti.serialization.LeafSerializer.text;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's classes that graphs hold most, each by its public interface only.
 *
 * <p>Exact classes: a subclass may hold more. Their order gives them their numbers, which are part of the wire format.
 */
@SuppressWarnings({"rawtypes", "unchecked", "JdkObsolete", "JavaUtilDate", "NonApiType"
}) // as in Kryo; users may send old collections, too
final class JdkSerializers {
    static final int FIRST_NUMBER = 16; // Kryo numbers primitives and strings itself

    private final GraphKryo kryo;
    private int number = FIRST_NUMBER;

    private JdkSerializers(GraphKryo kryo) {
        this.kryo = kryo;
    }

    static void registerAll(GraphKryo kryo) {
        JdkSerializers all = new JdkSerializers(kryo);
        all.values();
        all.times();
        all.mutableValues();
        all.collections();
        all.maps();
        all.immutables();
        all.arrays();
    }

    private void add(Class<?> type, Serializer<?> serializer) {
        Serializer<?> allowed = kryo.filter().allows(type) ? serializer : refusing(type);
        kryo.register(new Registration(type, allowed, number++));
    }

    private LeafSerializer<Object> refusing(Class<?> type) {
        return new LeafSerializer<>(
                (out, value) -> {
                    throw kryo.filter().refusal(type);
                },
                in -> {
                    throw kryo.filter().refusal(type);
                });
    }

    private <T> void leaf(
            Class<? extends T> type,
            java.util.function.BiConsumer<GraphOutput, T> writer,
            java.util.function.Function<GraphInput, T> reader) {
        add(type, new LeafSerializer<>(writer, reader));
    }

    private void values() {
        leaf(BigInteger.class, (out, value) -> bytes(out, value.toByteArray()), in -> new BigInteger(bytes(in)));
        leaf(
                BigDecimal.class,
                (out, value) -> {
                    bytes(out, value.unscaledValue().toByteArray());
                    out.writeInt(value.scale());
                },
                in -> new BigDecimal(new BigInteger(bytes(in)), in.readInt()));
        leaf(
                UUID.class,
                (out, value) -> {
                    out.writeLong(value.getMostSignificantBits());
                    out.writeLong(value.getLeastSignificantBits());
                },
                in -> new UUID(in.readLong(), in.readLong()));
        leaf(URI.class, (out, value) -> out.writeString(value.toString()), in -> URI.create(text(in)));
        leaf(Class.class, (out, value) -> out.writeString(value.getName()), in -> classNamed(text(in)));
        leaf(
                OptionalInt.class,
                (out, value) -> {
                    out.writeBoolean(value.isPresent());
                    out.writeInt(value.orElse(0));
                },
                in -> in.readBoolean() ? OptionalInt.of(in.readInt()) : emptyInt(in));
        leaf(
                OptionalLong.class,
                (out, value) -> {
                    out.writeBoolean(value.isPresent());
                    out.writeLong(value.orElse(0));
                },
                in -> in.readBoolean() ? OptionalLong.of(in.readLong()) : emptyLong(in));
        leaf(
                OptionalDouble.class,
                (out, value) -> {
                    out.writeBoolean(value.isPresent());
                    out.writeDouble(value.orElse(0));
                },
                in -> in.readBoolean() ? OptionalDouble.of(in.readDouble()) : emptyDouble(in));
    }

    private static OptionalInt emptyInt(GraphInput in) {
        in.readInt();
        return OptionalInt.empty();
    }

    private static OptionalLong emptyLong(GraphInput in) {
        in.readLong();
        return OptionalLong.empty();
    }

    private static OptionalDouble emptyDouble(GraphInput in) {
        in.readDouble();
        return OptionalDouble.empty();
    }

    private void times() {
        add(Duration.class, new TimeSerializers.DurationSerializer());
        add(Instant.class, new TimeSerializers.InstantSerializer());
        add(LocalDate.class, new TimeSerializers.LocalDateSerializer());
        add(LocalTime.class, new TimeSerializers.LocalTimeSerializer());
        add(LocalDateTime.class, new TimeSerializers.LocalDateTimeSerializer());
        add(OffsetDateTime.class, new TimeSerializers.OffsetDateTimeSerializer());
        add(Period.class, new TimeSerializers.PeriodSerializer());
        add(Year.class, new TimeSerializers.YearSerializer());
        add(YearMonth.class, new TimeSerializers.YearMonthSerializer());
        add(ZoneOffset.class, new TimeSerializers.ZoneOffsetSerializer());
        leaf(
                ZoneId.of("Europe/Paris").getClass(),
                (GraphOutput out, ZoneId value) -> out.writeString(value.getId()),
                in -> ZoneId.of(text(in)));
        leaf(
                ZonedDateTime.class,
                (out, value) -> {
                    out.writeLong(value.toEpochSecond());
                    out.writeInt(value.getNano());
                    out.writeInt(value.getOffset().getTotalSeconds());
                    out.writeString(value.getZone().getId());
                },
                in -> {
                    Instant instant = Instant.ofEpochSecond(in.readLong(), in.readInt());
                    ZoneOffset offset = ZoneOffset.ofTotalSeconds(in.readInt());
                    return ZonedDateTime.ofStrict(
                            LocalDateTime.ofInstant(instant, offset), offset, ZoneId.of(text(in)));
                });
    }

    private void mutableValues() {
        mutable(Date.class, (out, value) -> out.writeLong(value.getTime()), in -> new Date(in.readLong()), value ->
                (Date) value.clone());
        mutable(BitSet.class, (out, value) -> bytes(out, value.toByteArray()), in -> BitSet.valueOf(bytes(in)), value ->
                (BitSet) value.clone());
        mutable(
                AtomicInteger.class,
                (out, value) -> out.writeInt(value.get()),
                in -> new AtomicInteger(in.readInt()),
                value -> new AtomicInteger(value.get()));
        mutable(
                AtomicLong.class,
                (out, value) -> out.writeLong(value.get()),
                in -> new AtomicLong(in.readLong()),
                value -> new AtomicLong(value.get()));
        mutable(
                AtomicBoolean.class,
                (out, value) -> out.writeBoolean(value.get()),
                in -> new AtomicBoolean(in.readBoolean()),
                value -> new AtomicBoolean(value.get()));
    }

    private <T> void mutable(
            Class<T> type,
            java.util.function.BiConsumer<GraphOutput, T> writer,
            java.util.function.Function<GraphInput, T> reader,
            java.util.function.UnaryOperator<T> copier) {
        add(type, new LeafSerializer.Mutable<>(writer, reader, copier));
    }

    private void collections() {
        add(ArrayList.class, new CollectionSerializers.OfList(ArrayList::new));
        add(LinkedList.class, new CollectionSerializers.OfCollection(size -> new LinkedList<>()));
        add(ArrayDeque.class, new CollectionSerializers.OfCollection(ArrayDeque::new));
        add(HashSet.class, new CollectionSerializers.OfHashed(HashSet::newHashSet));
        add(LinkedHashSet.class, new CollectionSerializers.OfHashed(LinkedHashSet::newLinkedHashSet));
        add(Vector.class, new CollectionSerializers.OfCopied(Vector::new));
        add(CopyOnWriteArrayList.class, new CollectionSerializers.OfCopied(CopyOnWriteArrayList::new));
        add(
                TreeSet.class,
                new CollectionSerializers.OfOrdered<TreeSet<Object>>(
                        comparator -> new TreeSet<>(comparator), TreeSet::comparator));
        add(
                PriorityQueue.class,
                new CollectionSerializers.OfOrdered<PriorityQueue<Object>>(
                        comparator -> new PriorityQueue<>(comparator), PriorityQueue::comparator));
    }

    private void maps() {
        add(
                HashMap.class,
                new CollectionSerializers.OfMap<HashMap<Object, Object>>(
                        true, (trait, size) -> HashMap.newHashMap(size), map -> null));
        add(
                LinkedHashMap.class,
                new CollectionSerializers.OfMap<LinkedHashMap<Object, Object>>(
                        true,
                        (trait, size) -> new LinkedHashMap<>(
                                Math.max(16, size + size / 3 + 1), 0.75f, Boolean.TRUE.equals(trait)),
                        JdkSerializers::isInOrderOfAccess));
        add(
                TreeMap.class,
                new CollectionSerializers.OfMap<TreeMap<Object, Object>>(
                        false, (trait, size) -> new TreeMap<>((Comparator<Object>) trait), TreeMap::comparator));
        add(
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
        ImmutableCollectionSerializer<List<?>> lists =
                new ImmutableCollectionSerializer<>(JdkSerializers::partsOfList, JdkSerializers::listOf);
        add(List.of(1).getClass(), lists);
        add(List.of(1, 2, 3).getClass(), lists);
        ImmutableCollectionSerializer<Set<?>> sets =
                new ImmutableCollectionSerializer<>(Set::toArray, parts -> Set.of(parts), 1);
        add(Set.of(1).getClass(), sets);
        add(Set.of(1, 2, 3).getClass(), sets);
        ImmutableCollectionSerializer<Map<?, ?>> maps =
                new ImmutableCollectionSerializer<>(JdkSerializers::partsOfMap, JdkSerializers::mapOf, 2);
        add(Map.of(1, 1).getClass(), maps);
        add(Map.of(1, 1, 2, 2).getClass(), maps);
        add(
                Optional.class,
                new ImmutableCollectionSerializer<Optional<?>>(
                        value -> value.isPresent() ? new Object[] {value.get()} : new Object[0],
                        parts -> parts.length == 0
                                ? Optional.empty()
                                : Optional.of(CollectionSerializers.present(parts[0]))));
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

    private void arrays() {
        PrimitiveArrays.TYPES.forEach(type -> add(type.arrayClass(), new PrimitiveArraySerializer(type.arrayClass())));
        PrimitiveArrays.TYPES.forEach(
                type -> add(type.arrayClass().arrayType(), new ReferenceArraySerializer(type.arrayClass())));
        add(Object[].class, new ReferenceArraySerializer(Object.class));
        add(String[].class, new ReferenceArraySerializer(String.class));
    }

    private Class<?> classNamed(String name) {
        Class<?> primitive = Class.forPrimitiveName(name);
        if (primitive != null) {
            return primitive;
        }
        ClassFilter.checkName(name);
        Class<?> type = ClassLookup.find(name, kryo.getClassLoader());
        kryo.filter().check(type);
        return type;
    }

    private static void bytes(GraphOutput out, byte[] bytes) {
        out.writeVarInt(bytes.length, true);
        out.writeBytes(bytes);
    }

    private static byte[] bytes(GraphInput in) {
        return in.readBytes(in.readLength(1));
    }
}
