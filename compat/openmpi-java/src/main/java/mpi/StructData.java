package mpi;

import java.nio.ByteBuffer;

/** A struct in memory: its fields by their offsets in bytes. */
@SuppressWarnings("TypeParameterUnusedInFormals") // a program knows the class of its data
abstract class StructData {
    private ByteBuffer whole = ByteBuffer.allocate(0);
    private int at; // where in the buffer the struct begins

    StructData() {}

    final void view(ByteBuffer buffer, int offset) {
        whole = buffer;
        at = offset;
    }

    /** Returns the memory from the struct on. */
    public final ByteBuffer getBuffer() {
        return from(at);
    }

    private ByteBuffer from(int offset) {
        return whole.slice(offset, whole.capacity() - offset).order(whole.order());
    }

    /** Returns a field. */
    protected final byte getByte(int field) {
        return whole.get(at + field);
    }

    /** Returns an element of a field. */
    protected final byte getByte(int field, int index) {
        return whole.get(at + field + index * Byte.BYTES);
    }

    /** Sets a field. */
    protected final void putByte(int field, byte v) {
        whole.put(at + field, v);
    }

    /** Sets an element of a field. */
    protected final void putByte(int field, int index, byte v) {
        whole.put(at + field + index * Byte.BYTES, v);
    }

    /** Returns a field. */
    protected final char getChar(int field) {
        return whole.getChar(at + field);
    }

    /** Returns an element of a field. */
    protected final char getChar(int field, int index) {
        return whole.getChar(at + field + index * Character.BYTES);
    }

    /** Sets a field. */
    protected final void putChar(int field, char v) {
        whole.putChar(at + field, v);
    }

    /** Sets an element of a field. */
    protected final void putChar(int field, int index, char v) {
        whole.putChar(at + field + index * Character.BYTES, v);
    }

    /** Returns a field. */
    protected final short getShort(int field) {
        return whole.getShort(at + field);
    }

    /** Returns an element of a field. */
    protected final short getShort(int field, int index) {
        return whole.getShort(at + field + index * Short.BYTES);
    }

    /** Sets a field. */
    protected final void putShort(int field, short v) {
        whole.putShort(at + field, v);
    }

    /** Sets an element of a field. */
    protected final void putShort(int field, int index, short v) {
        whole.putShort(at + field + index * Short.BYTES, v);
    }

    /** Returns a field. */
    protected final int getInt(int field) {
        return whole.getInt(at + field);
    }

    /** Returns an element of a field. */
    protected final int getInt(int field, int index) {
        return whole.getInt(at + field + index * Integer.BYTES);
    }

    /** Sets a field. */
    protected final void putInt(int field, int v) {
        whole.putInt(at + field, v);
    }

    /** Sets an element of a field. */
    protected final void putInt(int field, int index, int v) {
        whole.putInt(at + field + index * Integer.BYTES, v);
    }

    /** Returns a field. */
    protected final long getLong(int field) {
        return whole.getLong(at + field);
    }

    /** Returns an element of a field. */
    protected final long getLong(int field, int index) {
        return whole.getLong(at + field + index * Long.BYTES);
    }

    /** Sets a field. */
    protected final void putLong(int field, long v) {
        whole.putLong(at + field, v);
    }

    /** Sets an element of a field. */
    protected final void putLong(int field, int index, long v) {
        whole.putLong(at + field + index * Long.BYTES, v);
    }

    /** Returns a field. */
    protected final float getFloat(int field) {
        return whole.getFloat(at + field);
    }

    /** Returns an element of a field. */
    protected final float getFloat(int field, int index) {
        return whole.getFloat(at + field + index * Float.BYTES);
    }

    /** Sets a field. */
    protected final void putFloat(int field, float v) {
        whole.putFloat(at + field, v);
    }

    /** Sets an element of a field. */
    protected final void putFloat(int field, int index, float v) {
        whole.putFloat(at + field + index * Float.BYTES, v);
    }

    /** Returns a field. */
    protected final double getDouble(int field) {
        return whole.getDouble(at + field);
    }

    /** Returns an element of a field. */
    protected final double getDouble(int field, int index) {
        return whole.getDouble(at + field + index * Double.BYTES);
    }

    /** Sets a field. */
    protected final void putDouble(int field, double v) {
        whole.putDouble(at + field, v);
    }

    /** Sets an element of a field. */
    protected final void putDouble(int field, int index, double v) {
        whole.putDouble(at + field + index * Double.BYTES, v);
    }

    /** Views a field that is a struct. */
    protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
        return struct.view(whole, at + field);
    }

    /** Views an element of a field of structs. */
    protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field, int index) {
        return struct.view(whole, at + field + index * struct.knownExtent());
    }

    /** Returns the memory from a field on. */
    protected final ByteBuffer getBuffer(Datatype type, int field) {
        return from(at + field);
    }

    /** Returns the memory from an element of a field on. */
    protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
        return State.call(
                "Struct.getBuffer",
                () -> from(at
                        + field
                        + Math.toIntExact(index * Datatype.mapOf(type).extent())));
    }
}
