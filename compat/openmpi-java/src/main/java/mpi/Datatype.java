package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;
import tutti.mpi.TypeMap;
import tutti.serialization.ElementType;

/**
 * What the items of a message are, and where they lie in memory.
 *
 * <p>Bounds, extents and sizes are numbers of elements of the base type, as of the buffers. Those of {@link
 * #createStruct} and of the pair types count bytes.
 */
public final class Datatype implements Freeable, Cloneable {
    private final @Nullable TypeMap map; // null for DATATYPE_NULL
    private final Kind kind;
    private final @Nullable ElementType pairValue;
    private final Map<Integer, byte[]> attributes = new ConcurrentHashMap<>(0);
    private volatile String name;
    private volatile boolean committed;
    private volatile boolean freed;

    /** What operators have to know of it. */
    enum Kind {
        /** Elements of one type. */
        BASIC,
        /** Two elements, the real and the imaginary part. */
        COMPLEX,
        /** A value and an index. */
        PAIR,
        /** Made by the program. */
        DERIVED
    }

    private Datatype(
            @Nullable TypeMap map, Kind kind, @Nullable ElementType pairValue, String name, boolean committed) {
        this.map = map;
        this.kind = kind;
        this.pairValue = pairValue;
        this.name = name;
        this.committed = committed;
    }

    static Datatype basic(ElementType type, String name) {
        return new Datatype(TypeMap.of(type), Kind.BASIC, null, name, true);
    }

    static Datatype complex(ElementType type, String name) {
        return new Datatype(TypeMap.of(type).contiguous(2), Kind.COMPLEX, null, name, true);
    }

    static Datatype none() {
        return new Datatype(null, Kind.BASIC, null, "MPI_DATATYPE_NULL", true);
    }

    /** Returns C's struct of a value and an int. */
    static Datatype pair(ElementType value, String name) {
        int indexAt = Math.max(value.elementBytes(), Integer.BYTES);
        TypeMap map = TypeMap.of(
                ElementType.BYTE,
                List.of(
                        new TypeMap.Part(TypeMap.of(value), 0, 1),
                        new TypeMap.Part(TypeMap.of(ElementType.INT), indexAt, 1)));
        return new Datatype(map, Kind.PAIR, value, name, true);
    }

    private Datatype derived(TypeMap made) {
        return new Datatype(made, Kind.DERIVED, null, "", false);
    }

    /** Returns the bytes of an item. */
    TypeMap map() throws MPIException {
        if (map == null || freed) {
            throw State.failed("Datatype", nullType());
        }
        return map;
    }

    private static TypeMap mapOf(@Nullable Datatype type) throws MPIException {
        return State.given(type, ErrorClass.TYPE, "the datatype; pass one such as MPI.INT")
                .map();
    }

    /** Returns the bytes of an item, of a type that may be used in messages. */
    TypeMap committed() {
        if (map == null || freed) {
            throw nullType();
        }
        if (!committed) {
            throw new MpiFailure(ErrorClass.TYPE, "datatype is not committed: %s; call commit()".formatted(this));
        }
        return map;
    }

    /** Returns the bytes of an item, of a type that a program has passed for a message. */
    static TypeMap usable(@Nullable Datatype type) {
        return Given.of(type, ErrorClass.TYPE, "the datatype; pass one such as MPI.INT")
                .committed();
    }

    private static MpiFailure nullType() {
        return new MpiFailure(ErrorClass.TYPE, "datatype is null: it was freed, or is MPI.DATATYPE_NULL");
    }

    Kind kind() {
        return kind;
    }

    /** Returns the type of the values of pairs. */
    ElementType pairValue() {
        return Objects.requireNonNull(pairValue, "a pair type");
    }

    private int elements(long bytes) throws MPIException {
        return Math.toIntExact(bytes / map().base().elementBytes());
    }

    /** Returns where an item begins. */
    public int getLb() throws MPIException {
        return elements(map().lowerBound());
    }

    /** Returns how far items are apart. */
    public int getExtent() throws MPIException {
        return elements(map().extent());
    }

    /** Returns where the first element of an item lies. */
    public int getTrueLb() throws MPIException {
        return elements(map().trueLowerBound());
    }

    /** Returns how far it is from the first element of an item to behind its last. */
    public int getTrueExtent() throws MPIException {
        return elements(map().trueExtent());
    }

    /** Returns how many elements an item has. */
    public int getSize() throws MPIException {
        return elements(map().size());
    }

    /** Allows the type in messages. */
    public void commit() throws MPIException {
        map();
        committed = true;
    }

    @Override
    public void free() throws MPIException {
        map();
        if (kind != Kind.DERIVED) {
            throw State.failed("Datatype.free", ErrorClass.TYPE, "a predefined type is not freed: " + name);
        }
        freed = true;
    }

    /** Returns whether it was freed, or is {@link MPI#DATATYPE_NULL}. */
    public boolean isNull() {
        return map == null || freed;
    }

    /** Returns a duplicate. */
    @Override
    public Datatype clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a duplicate, which is committed if this is. */
    public Datatype dup() throws MPIException {
        Datatype duplicate = derived(map());
        duplicate.committed = committed;
        duplicate.attributes.putAll(attributes);
        return duplicate;
    }

    // ---------------------------------------------------------------- derived types

    private interface Making {
        TypeMap make();
    }

    private static Datatype make(String call, Datatype oldType, Making making) throws MPIException {
        try {
            return oldType.derived(making.make());
        } catch (MpiFailure | IllegalArgumentException | ArithmeticException e) {
            throw State.failed(call, e);
        }
    }

    /** Makes the type of some items, one behind the other. */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        TypeMap old = mapOf(oldType);
        return make("createContiguous", oldType, () -> old.contiguous(count));
    }

    /** Makes the type of blocks of items at a distance of {@code stride} items. */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        TypeMap old = mapOf(oldType);
        return make("createVector", oldType, () -> old.vector(count, blockLength, stride * old.extent()));
    }

    /** Makes the type of blocks of items at a distance of {@code stride} bytes. */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        TypeMap old = mapOf(oldType);
        return make("createHVector", oldType, () -> old.vector(count, blockLength, stride));
    }

    /** Makes the type of blocks of items, each displaced by so many items. */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexed(
                "createIndexed",
                blockLengths,
                displacements,
                oldType,
                mapOf(oldType).extent());
    }

    /** Makes the type of blocks of items, each displaced by so many bytes. */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexed("createHIndexed", blockLengths, displacements, oldType, 1);
    }

    private static Datatype indexed(String call, int[] blockLengths, int[] displacements, Datatype oldType, long unit)
            throws MPIException {
        TypeMap old = mapOf(oldType);
        checkAlike(call, blockLengths.length, displacements.length);
        return make(call, oldType, () -> {
            List<TypeMap.Part> parts = new ArrayList<>();
            for (int i = 0; i < blockLengths.length; i++) {
                parts.add(new TypeMap.Part(old, displacements[i] * unit, blockLengths[i]));
            }
            return TypeMap.of(old.base(), parts);
        });
    }

    /** Makes the type of blocks of items of several types, each displaced by so many bytes. */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) throws MPIException {
        checkAlike("createStruct", blockLengths.length, displacements.length);
        checkAlike("createStruct", blockLengths.length, types.length);
        List<TypeMap> maps = new ArrayList<>();
        for (Datatype type : types) {
            maps.add(mapOf(type));
        }
        return make("createStruct", MPI.BYTE, () -> {
            List<TypeMap.Part> parts = new ArrayList<>();
            for (int i = 0; i < types.length; i++) {
                parts.add(new TypeMap.Part(maps.get(i), displacements[i], blockLengths[i]));
            }
            return TypeMap.of(ElementType.BYTE, parts);
        });
    }

    /** Makes the type of the same items with another lower bound and another extent, in elements. */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        TypeMap old = mapOf(oldType);
        long unit = old.base().elementBytes();
        return make("createResized", oldType, () -> old.resized(lb * unit, extent * unit));
    }

    private static void checkAlike(String call, int lengths, int others) throws MPIException {
        if (lengths != others) {
            throw State.failed(
                    call,
                    ErrorClass.ARG,
                    "each block needs a length, a displacement and a type: lengths=%d others=%d"
                            .formatted(lengths, others));
        }
    }

    // ---------------------------------------------------------------- names and attributes

    /** Names the type, for messages. */
    public void setName(String name) throws MPIException {
        map();
        this.name = name;
    }

    /** Returns the name. */
    public String getName() throws MPIException {
        map();
        return name;
    }

    /** Makes a key of attributes, which duplicates get, too. */
    public static int createKeyval() throws MPIException {
        return State.current().createKeyval();
    }

    /** Frees a key of attributes. */
    public static void freeKeyval(int keyval) throws MPIException {
        State.current().freeKeyval(keyval);
    }

    /** Keeps a copy of a serializable object with the type. */
    public void setAttr(int keyval, Object value) throws MPIException {
        map();
        Attributes.set(attributes, keyval, value);
    }

    /** Returns a copy of what was kept, or null. */
    public @Nullable Object getAttr(int keyval) throws MPIException {
        map();
        return Attributes.get(attributes, keyval);
    }

    /** Deletes what was kept. */
    public void deleteAttr(int keyval) throws MPIException {
        map();
        Attributes.delete(attributes, keyval);
    }

    @Override
    public String toString() {
        return "Datatype[%s %s]".formatted(name.isEmpty() ? "unnamed" : name, map == null ? "null" : map);
    }
}
