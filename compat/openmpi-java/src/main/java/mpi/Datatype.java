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
    TypeMap map() {
        if (map == null || freed) {
            throw new MpiFailure(ErrorClass.TYPE, "datatype is null: it was freed, or is MPI.DATATYPE_NULL");
        }
        return map;
    }

    private static Datatype given(@Nullable Datatype type) {
        return Given.of(type, ErrorClass.TYPE, "the datatype; pass one such as MPI.INT");
    }

    /** Returns the bytes of an item, of a type that a program has passed. */
    static TypeMap mapOf(@Nullable Datatype type) {
        return given(type).map();
    }

    /** Returns the bytes of an item, of a type that may be used in messages. */
    TypeMap committed() {
        TypeMap known = map();
        if (!committed) {
            throw new MpiFailure(ErrorClass.TYPE, "datatype is not committed: %s; call commit()".formatted(this));
        }
        return known;
    }

    /** Returns the bytes of an item, of a type that a program has passed for a message. */
    static TypeMap usable(@Nullable Datatype type) {
        return given(type).committed();
    }

    Kind kind() {
        return kind;
    }

    /** Returns the type of the values of pairs. */
    ElementType pairValue() {
        return Objects.requireNonNull(pairValue, "a pair type");
    }

    private interface Asking {
        long bytes(TypeMap map);
    }

    /** Returns a number of whole elements, toward zero. */
    private int elements(String call, Asking asking) throws MPIException {
        return State.call(
                call, () -> Math.toIntExact(asking.bytes(map()) / map().base().elementBytes()));
    }

    /** Returns where an item begins. */
    public int getLb() throws MPIException {
        return elements("Datatype.getLb", TypeMap::lowerBound);
    }

    /** Returns how far items are apart. */
    public int getExtent() throws MPIException {
        return elements("Datatype.getExtent", TypeMap::extent);
    }

    /** Returns where the first element of an item lies. */
    public int getTrueLb() throws MPIException {
        return elements("Datatype.getTrueLb", TypeMap::trueLowerBound);
    }

    /** Returns how far it is from the first element of an item to behind its last. */
    public int getTrueExtent() throws MPIException {
        return elements("Datatype.getTrueExtent", TypeMap::trueExtent);
    }

    /** Returns how many elements an item has. */
    public int getSize() throws MPIException {
        return elements("Datatype.getSize", TypeMap::size);
    }

    /** Allows the type in messages. */
    public void commit() throws MPIException {
        State.run("Datatype.commit", () -> {
            map();
            committed = true;
        });
    }

    @Override
    public void free() throws MPIException {
        State.run("Datatype.free", () -> {
            map();
            if (kind != Kind.DERIVED) {
                throw new MpiFailure(ErrorClass.TYPE, "a predefined type is not freed: " + name);
            }
            freed = true;
        });
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
        return State.call("Datatype.dup", () -> {
            Datatype duplicate = derived(map());
            duplicate.committed = committed;
            duplicate.attributes.putAll(attributes);
            return duplicate;
        });
    }

    // ---------------------------------------------------------------- derived types

    private interface Making {
        TypeMap of(TypeMap old);
    }

    private static Datatype make(String call, Datatype oldType, Making making) throws MPIException {
        return State.call(call, () -> given(oldType).derived(making.of(mapOf(oldType))));
    }

    /** Makes the type of some items, one behind the other. */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        return make("createContiguous", oldType, old -> old.contiguous(count));
    }

    /** Makes the type of blocks of items at a distance of {@code stride} items. */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        return make("createVector", oldType, old -> old.vector(count, blockLength, stride * old.extent()));
    }

    /** Makes the type of blocks of items at a distance of {@code stride} bytes. */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        return make("createHVector", oldType, old -> old.vector(count, blockLength, stride));
    }

    /** Makes the type of blocks of items, each displaced by so many items. */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return make("createIndexed", oldType, old -> indexed(blockLengths, displacements, old, old.extent()));
    }

    /** Makes the type of blocks of items, each displaced by so many bytes. */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return make("createHIndexed", oldType, old -> indexed(blockLengths, displacements, old, 1));
    }

    private static TypeMap indexed(int[] blockLengths, int[] displacements, TypeMap old, long unit) {
        checkAlike(blockLengths.length, displacements.length);
        List<TypeMap.Part> parts = new ArrayList<>();
        for (int i = 0; i < blockLengths.length; i++) {
            parts.add(new TypeMap.Part(old, displacements[i] * unit, blockLengths[i]));
        }
        return TypeMap.of(old.base(), parts);
    }

    /** Makes the type of blocks of items of several types, each displaced by so many bytes. */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) throws MPIException {
        return make("createStruct", MPI.BYTE, bytes -> {
            checkAlike(blockLengths.length, displacements.length);
            checkAlike(blockLengths.length, types.length);
            List<TypeMap.Part> parts = new ArrayList<>();
            for (int i = 0; i < types.length; i++) {
                parts.add(new TypeMap.Part(mapOf(types[i]), displacements[i], blockLengths[i]));
            }
            return TypeMap.of(ElementType.BYTE, parts);
        });
    }

    /**
     * Makes the type of the same items with another lower bound and another extent.
     *
     * @param lb in bytes
     * @param extent in bytes; need be no multiple of the elements' size: items then begin within elements of a buffer,
     *     and {@link #getLb} and {@link #getExtent} are of whole elements, toward zero
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        return make("createResized", oldType, old -> old.resized(lb, extent));
    }

    private static void checkAlike(int lengths, int others) {
        if (lengths != others) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "each block needs a length, a displacement and a type: lengths=%d others=%d"
                            .formatted(lengths, others));
        }
    }

    // ---------------------------------------------------------------- names and attributes

    /** Names the type, for messages. */
    public void setName(String name) throws MPIException {
        State.run("Datatype.setName", () -> {
            map();
            this.name = Given.of(name, ErrorClass.ARG, "the name");
        });
    }

    /** Returns the name. */
    public String getName() throws MPIException {
        return State.call("Datatype.getName", () -> {
            map();
            return name;
        });
    }

    /** Makes a key of attributes, which duplicates get, too. */
    public static int createKeyval() throws MPIException {
        return State.newKeyval();
    }

    /** Frees a key of attributes. */
    public static void freeKeyval(int keyval) throws MPIException {
        State.freeKeyval(keyval);
    }

    /** Keeps a copy of a serializable object with the type. */
    public void setAttr(int keyval, Object value) throws MPIException {
        State.run("Datatype.setAttr", () -> {
            map();
            Attributes.set(attributes, keyval, value);
        });
    }

    /** Returns a copy of what was kept, or null. */
    public @Nullable Object getAttr(int keyval) throws MPIException {
        return State.<@Nullable Object>call("Datatype.getAttr", () -> {
            map();
            return Attributes.get(attributes, keyval);
        });
    }

    /** Deletes what was kept. */
    public void deleteAttr(int keyval) throws MPIException {
        State.run("Datatype.deleteAttr", () -> {
            map();
            Attributes.delete(attributes, keyval);
        });
    }

    @Override
    public String toString() {
        return "Datatype[%s %s]".formatted(name.isEmpty() ? "unnamed" : name, map == null ? "null" : map);
    }
}
