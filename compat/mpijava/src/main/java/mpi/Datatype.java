package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;
import tutti.mpi.TypeMap;
import tutti.serialization.ElementType;

/**
 * What the items of a message are, and where they lie in an array.
 *
 * <p>All displacements, strides, bounds and extents are numbers of elements of the array, whose type is the same in all
 * parts of a datatype. {@link MPI#OBJECT} stands for objects, each of which is one element.
 */
public class Datatype {
    private final @Nullable TypeMap map; // null for MPI.NULL; of objects each "byte" is one
    private final Kind kind;
    private final Bounds bounds;
    private final String name;
    private volatile boolean freed;

    /** What a type holds. */
    private enum Kind {
        PRIMITIVES,
        OBJECTS,
        /** The mark of a lower bound. */
        LOWER,
        /** The mark of an upper bound. */
        UPPER
    }

    /** Which bounds were given by {@link MPI#LB} and {@link MPI#UB}. */
    private record Bounds(boolean lower, boolean upper) {
        static final Bounds NATURAL = new Bounds(false, false);
    }

    private Datatype(@Nullable TypeMap map, Kind kind, Bounds bounds, String name) {
        this.map = map;
        this.kind = kind;
        this.bounds = bounds;
        this.name = name;
    }

    static Datatype basic(ElementType type, String name) {
        return new Datatype(TypeMap.of(type), Kind.PRIMITIVES, Bounds.NATURAL, name);
    }

    static Datatype pair(ElementType type, String name) {
        return new Datatype(TypeMap.of(type).contiguous(2), Kind.PRIMITIVES, Bounds.NATURAL, name);
    }

    static Datatype objects() {
        return new Datatype(TypeMap.of(ElementType.BYTE), Kind.OBJECTS, Bounds.NATURAL, "MPI.OBJECT");
    }

    static Datatype marker(boolean lower) {
        return new Datatype(
                TypeMap.of(ElementType.BYTE, List.of()),
                lower ? Kind.LOWER : Kind.UPPER,
                Bounds.NATURAL,
                lower ? "MPI.LB" : "MPI.UB");
    }

    static Datatype none() {
        return new Datatype(null, Kind.PRIMITIVES, Bounds.NATURAL, "MPI.NULL");
    }

    private Datatype derived(TypeMap made) {
        return new Datatype(made, kind, bounds, "");
    }

    /** Returns a type that a program has passed. */
    static Datatype given(@Nullable Datatype type) {
        return Given.of(type, ErrorClass.TYPE, "the datatype; pass one such as MPI.INT");
    }

    /** Returns where the elements of an item lie, in bytes; of objects each counts as a byte. */
    TypeMap map() {
        if (map == null || freed) {
            throw new MpiFailure(ErrorClass.TYPE, "datatype is null: %s; it was freed, or is MPI.NULL".formatted(name));
        }
        return map;
    }

    boolean isObject() {
        return kind == Kind.OBJECTS;
    }

    private boolean isMarker() {
        return kind == Kind.LOWER || kind == Kind.UPPER;
    }

    /** Returns the bytes of an element; 1 for objects. */
    int unit() {
        return map().base().elementBytes();
    }

    private static int elements(Datatype type, long bytes) {
        return Math.toIntExact(bytes / type.unit());
    }

    // ---------------------------------------------------------------- what it is

    private interface Asking {
        long of(TypeMap map);
    }

    private int ask(String call, Asking asking) {
        return State.call(call, () -> elements(this, asking.of(map())));
    }

    /** Returns how far items are apart. */
    public int Extent() throws MPIException {
        return ask("Datatype.Extent", TypeMap::extent);
    }

    /** Returns how many elements an item has. */
    public int Size() throws MPIException {
        return ask("Datatype.Size", TypeMap::size);
    }

    /** Returns where an item begins. */
    public int Lb() throws MPIException {
        return ask("Datatype.Lb", TypeMap::lowerBound);
    }

    /** Returns where an item ends. */
    public int Ub() throws MPIException {
        return ask("Datatype.Ub", TypeMap::upperBound);
    }

    /** Returns the bytes of an element in a message; of {@link MPI#OBJECT} 1. */
    public int getByteSize() {
        return State.call("Datatype.getByteSize", this::unit);
    }

    /** Does nothing: a type may be used as soon as it is made. */
    public void Commit() throws MPIException {
        State.call("Datatype.Commit", this::map);
    }

    /** Allows no further use of a type that the program has made. */
    public void free() throws MPIException {
        State.call("Datatype.free", () -> {
            map();
            if (!name.isEmpty()) {
                throw new MpiFailure(ErrorClass.TYPE, "a predefined type is not freed: " + name);
            }
            freed = true;
            return true;
        });
    }

    // ---------------------------------------------------------------- derived types

    /** Makes the type of some items, one behind the other. */
    public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
        return State.call(
                "Datatype.Contiguous",
                () -> given(oldtype).derived(given(oldtype).map().contiguous(count)));
    }

    /** Makes the type of blocks of items at a distance of {@code stride} items. */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        return State.call("Datatype.Vector", () -> {
            TypeMap old = given(oldtype).map();
            return given(oldtype).derived(old.vector(count, blocklength, stride * old.extent()));
        });
    }

    /** Makes the type of blocks of items at a distance of {@code stride} elements. */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        return State.call(
                "Datatype.Hvector",
                () -> given(oldtype)
                        .derived(given(oldtype).map().vector(count, blocklength, (long) stride * oldtype.unit())));
    }

    /** Makes the type of blocks of items, each displaced by so many items. */
    public static Datatype Indexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        return State.call(
                "Datatype.Indexed",
                () -> indexed(
                        array_of_blocklengths,
                        array_of_displacements,
                        oldtype,
                        given(oldtype).map().extent()));
    }

    /** Makes the type of blocks of items, each displaced by so many elements. */
    public static Datatype Hindexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        return State.call(
                "Datatype.Hindexed",
                () -> indexed(
                        array_of_blocklengths,
                        array_of_displacements,
                        oldtype,
                        given(oldtype).unit()));
    }

    private static Datatype indexed(int[] lengths, int[] displacements, Datatype oldtype, long unit) {
        checkAlike(lengths.length, displacements.length);
        TypeMap old = given(oldtype).map();
        List<TypeMap.Part> parts = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            parts.add(new TypeMap.Part(old, displacements[i] * unit, lengths[i]));
        }
        return given(oldtype).derived(TypeMap.of(old.base(), parts));
    }

    /**
     * Makes the type of blocks of items of several types, each displaced by so many elements. All are of the same
     * elements; {@link MPI#LB} and {@link MPI#UB} among them set the bounds.
     */
    public static Datatype Struct(int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
            throws MPIException {
        return State.call(
                "Datatype.Struct", () -> struct(array_of_blocklengths, array_of_displacements, array_of_types));
    }

    private static Datatype struct(int[] lengths, int[] displacements, Datatype[] types) {
        checkAlike(lengths.length, displacements.length);
        checkAlike(lengths.length, types.length);
        Datatype first = Arrays.stream(types)
                .filter(type -> !given(type).isMarker())
                .findFirst()
                .orElseThrow(() -> new MpiFailure(ErrorClass.TYPE, "a struct needs a part that is no bound"));
        List<TypeMap.Part> parts = new ArrayList<>();
        StructBounds lower = new StructBounds();
        StructBounds upper = new StructBounds();
        long unit = first.unit();
        for (int i = 0; i < types.length; i++) {
            Datatype type = types[i];
            if (type.isMarker()) {
                (type.kind == Kind.LOWER ? lower : upper).give(displacements[i] * unit);
                continue;
            }
            TypeMap map = type.map();
            if (map.base() != first.map().base() || type.kind != first.kind) {
                throw new MpiFailure(
                        ErrorClass.TYPE,
                        "the parts of a struct are of one type of elements: part 0 of %s, part %d of %s; use MPI.OBJECT for objects of several"
                                .formatted(first, i, type));
            }
            TypeMap.Part part = new TypeMap.Part(map, displacements[i] * unit, lengths[i]);
            parts.add(part);
            if (lengths[i] > 0) {
                lower.add(part.lower(), type.bounds.lower());
                upper.add(part.upper(), type.bounds.upper());
            }
        }
        TypeMap made = TypeMap.of(first.map().base(), parts);
        if (lower.isGiven() || upper.isGiven()) {
            long begin = lower.least();
            made = made.resized(begin, upper.greatest() - begin);
        }
        return new Datatype(made, first.kind, new Bounds(lower.isGiven(), upper.isGiven()), "");
    }

    private static void checkAlike(int lengths, int others) {
        if (lengths != others) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "each block needs a length, a displacement and a type: lengths=%d others=%d"
                            .formatted(lengths, others));
        }
    }

    @Override
    public String toString() {
        String what = isObject() ? "objects" : map == null ? "null" : map.toString();
        return "Datatype[%s]".formatted(name.isEmpty() ? what : name);
    }
}
