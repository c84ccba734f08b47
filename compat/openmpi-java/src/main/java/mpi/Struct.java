package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes C structs in bytes: a subclass adds the fields in its constructor, and {@link Data} reads and writes them.
 *
 * <p>Fields lie one behind the other without padding, unless {@link #setOffset} says otherwise. Their numbers are their
 * offsets in bytes. A struct is complete when its
 * type, its extent or its data is first asked for.
 */
@SuppressWarnings("TypeParameterUnusedInFormals") // a program knows the class of its data
public abstract class Struct {
    private final List<Field> fields = new ArrayList<>();
    private int offset; // of the next field
    private @Nullable Datatype type; // when complete
    private int extent;

    /** Items of a type. */
    private record Field(Datatype type, int offset, int length) {}

    /** Makes a struct without fields. */
    public Struct() {}

    /** Makes a predefined one. */
    Struct(Datatype predefined, int extent) {
        type = predefined;
        this.extent = extent;
    }

    private Datatype complete() throws MPIException {
        Datatype known = type;
        if (known == null) {
            known = Datatype.createStruct(
                    fields.stream().mapToInt(Field::length).toArray(),
                    fields.stream().mapToInt(Field::offset).toArray(),
                    fields.stream().map(Field::type).toArray(Datatype[]::new));
            known.commit();
            extent = known.getExtent();
            type = known;
        }
        return known;
    }

    /** Returns how many bytes structs are apart. */
    public final int getExtent() throws MPIException {
        complete();
        return extent;
    }

    /** Returns the type, which is committed. */
    public final Datatype getType() throws MPIException {
        return complete();
    }

    /** Makes an object to see a struct through. */
    protected abstract Data newData();

    /** Views the first struct in a buffer. */
    public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
        return getData(buffer, 0);
    }

    /** Views a struct in a buffer. */
    public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
        return State.<T>call("Struct.getData", () -> view(Objects.requireNonNull(buffer), index * getExtent()));
    }

    /** Views the first struct in an array. */
    public final <T extends Data> T getData(byte[] array) throws MPIException {
        return getData(array, 0);
    }

    /** Views a struct in an array. */
    public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
        return State.<T>call(
                "Struct.getData", () -> getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index));
    }

    @SuppressWarnings("unchecked") // a program knows the class of its data
    final <T extends Data> T view(ByteBuffer buffer, int at) {
        Data data = newData();
        data.view(buffer, at);
        return (T) data;
    }

    /** Returns the extent where the struct is a field of another, and so complete. */
    final int knownExtent() {
        return extent;
    }

    // ---------------------------------------------------------------- fields

    /** Puts the next field at an offset in bytes. */
    public final Struct setOffset(int offset) {
        this.offset = offset;
        return this;
    }

    private int add(Datatype added, int bytes, int length) {
        if (type != null) {
            throw new AssertionError("struct is complete: add fields in its constructor");
        }
        int at = offset;
        fields.add(new Field(added, at, length));
        offset = Math.addExact(at, Math.multiplyExact(bytes, length));
        return at;
    }

    /** Adds a field. */
    public final int addByte() {
        return addByte(1);
    }

    /** Adds a field of several elements. */
    public final int addByte(int length) {
        return add(MPI.BYTE, Byte.BYTES, length);
    }

    /** Adds a field. */
    public final int addChar() {
        return addChar(1);
    }

    /** Adds a field of several elements. */
    public final int addChar(int length) {
        return add(MPI.CHAR, Character.BYTES, length);
    }

    /** Adds a field. */
    public final int addShort() {
        return addShort(1);
    }

    /** Adds a field of several elements. */
    public final int addShort(int length) {
        return add(MPI.SHORT, Short.BYTES, length);
    }

    /** Adds a field. */
    public final int addInt() {
        return addInt(1);
    }

    /** Adds a field of several elements. */
    public final int addInt(int length) {
        return add(MPI.INT, Integer.BYTES, length);
    }

    /** Adds a field. */
    public final int addLong() {
        return addLong(1);
    }

    /** Adds a field of several elements. */
    public final int addLong(int length) {
        return add(MPI.LONG, Long.BYTES, length);
    }

    /** Adds a field. */
    public final int addFloat() {
        return addFloat(1);
    }

    /** Adds a field of several elements. */
    public final int addFloat(int length) {
        return add(MPI.FLOAT, Float.BYTES, length);
    }

    /** Adds a field. */
    public final int addDouble() {
        return addDouble(1);
    }

    /** Adds a field of several elements. */
    public final int addDouble(int length) {
        return add(MPI.DOUBLE, Double.BYTES, length);
    }

    /** Adds a field that is a struct. */
    public final int addStruct(Struct struct) throws MPIException {
        return addStruct(struct, 1);
    }

    /** Adds a field of several structs. */
    public final int addStruct(Struct struct, int length) throws MPIException {
        return State.call("Struct.addStruct", () -> add(struct.getType(), struct.getExtent(), length));
    }

    /** Adds a field of a datatype. */
    public final int addData(Datatype type) throws MPIException {
        return addData(type, 1);
    }

    /** Adds a field of several items of a datatype. */
    public final int addData(Datatype type, int length) throws MPIException {
        return State.call(
                "Struct.addData",
                () -> add(type, Math.toIntExact(Datatype.mapOf(type).extent()), length));
    }

    /** A struct in memory, whose fields a subclass reads and writes. */
    @SuppressWarnings("ClassCanBeStatic") // subclasses in programs are inner classes of inner classes
    public abstract class Data extends StructData {
        /** Made by {@link Struct#newData}. */
        public Data() {}
    }
}
