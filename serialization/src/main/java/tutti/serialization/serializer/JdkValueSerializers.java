package tutti.serialization.serializer;

import static tutti.serialization.serializer.LeafSerializer.text;

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
import java.util.BitSet;
import java.util.Date;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tutti.serialization.graph.GraphInput;
import tutti.serialization.graph.GraphOutput;

/** The JDK's values that graphs hold most: numbers, identifiers, times, and single values that can change. */
@SuppressWarnings("JavaUtilDate") // users may send old dates, too
final class JdkValueSerializers {
    private final BiConsumer<Class<?>, Serializer<?>> registry;
    private final Function<String, Class<?>> classes;

    private JdkValueSerializers(BiConsumer<Class<?>, Serializer<?>> registry, Function<String, Class<?>> classes) {
        this.registry = registry;
        this.classes = classes;
    }

    /**
     * Registers all, in the order of their numbers.
     *
     * @param classes finds a class by its name, or throws
     */
    static void registerAll(BiConsumer<Class<?>, Serializer<?>> registry, Function<String, Class<?>> classes) {
        JdkValueSerializers all = new JdkValueSerializers(registry, classes);
        all.values();
        all.times();
        all.mutableValues();
    }

    private <T> void leaf(Class<? extends T> type, BiConsumer<GraphOutput, T> writer, Function<GraphInput, T> reader) {
        registry.accept(type, new LeafSerializer<>(writer, reader));
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
        leaf(Class.class, (out, value) -> out.writeString(value.getName()), in -> classes.apply(text(in)));
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
        registry.accept(Duration.class, new TimeSerializers.DurationSerializer());
        registry.accept(Instant.class, new TimeSerializers.InstantSerializer());
        registry.accept(LocalDate.class, new TimeSerializers.LocalDateSerializer());
        registry.accept(LocalTime.class, new TimeSerializers.LocalTimeSerializer());
        registry.accept(LocalDateTime.class, new TimeSerializers.LocalDateTimeSerializer());
        registry.accept(OffsetDateTime.class, new TimeSerializers.OffsetDateTimeSerializer());
        registry.accept(Period.class, new TimeSerializers.PeriodSerializer());
        registry.accept(Year.class, new TimeSerializers.YearSerializer());
        registry.accept(YearMonth.class, new TimeSerializers.YearMonthSerializer());
        registry.accept(ZoneOffset.class, new TimeSerializers.ZoneOffsetSerializer());
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
            Class<T> type, BiConsumer<GraphOutput, T> writer, Function<GraphInput, T> reader, UnaryOperator<T> copier) {
        registry.accept(type, new LeafSerializer.Mutable<>(writer, reader, copier));
    }

    private static void bytes(GraphOutput out, byte[] bytes) {
        out.writeVarInt(bytes.length, true);
        out.writeBytes(bytes);
    }

    private static byte[] bytes(GraphInput in) {
        return in.readBytes(in.readLength(1));
    }
}
