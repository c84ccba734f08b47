package tutti.group.window;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;

/**
 * A message between two members of a window, as bytes.
 *
 * <pre>
 *  0        4        8              16             24             32
 * +--------+--------+--------------+--------------+--------------+-----------
 * | kind   | code   | number       | index        | elements     | content
 * +--------+--------+--------------+--------------+--------------+-----------
 * </pre>
 *
 * <p>Numbers are little-endian; the content is elements in their wire form, or text.
 */
record WindowFrame(MemorySegment bytes) {
    static final int HEADER_BYTES = 32;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final int KIND_AT = 0;
    private static final int CODE_AT = 4;
    private static final int NUMBER_AT = 8;
    private static final int INDEX_AT = 16;
    private static final int ELEMENTS_AT = 24;
    private static final List<Kind> KINDS = List.of(Kind.values());

    /** What a message says; the order is part of the wire format. */
    enum Kind {
        PUT,
        GET,
        UPDATE,
        GET_AND_UPDATE,
        COMPARE_AND_SWAP,
        /** An operation is done; its content, what was wanted. */
        DONE,
        /** An operation has failed; its content, why. */
        FAILED,
        /** The lowest bit of the code asks for the lock alone; the others are the number of the request. */
        LOCK,
        UNLOCK,
        GRANTED,
        POST,
        COMPLETE
    }

    WindowFrame(byte[] content) {
        this(MemorySegment.ofArray(content));
    }

    static byte[] of(Kind kind, int code, long number, long index, long elements, long contentBytes) {
        byte[] frame = new byte[(int) (HEADER_BYTES + contentBytes)];
        INT.set(frame, KIND_AT, KINDS.indexOf(kind));
        INT.set(frame, CODE_AT, code);
        LONG.set(frame, NUMBER_AT, number);
        LONG.set(frame, INDEX_AT, index);
        LONG.set(frame, ELEMENTS_AT, elements);
        return frame;
    }

    static byte[] of(Kind kind, int code) {
        return of(kind, code, 0, 0, 0, 0);
    }

    static byte[] failed(long number, String why) {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        byte[] frame = of(Kind.FAILED, 0, number, 0, 0, text.length);
        System.arraycopy(text, 0, frame, HEADER_BYTES, text.length);
        return frame;
    }

    /** Copies elements into a frame's content, from a byte of it on. */
    static void write(byte[] frame, long at, DirectBuffer elements) {
        elements.getBytes(0, MemorySegment.ofArray(frame), HEADER_BYTES + at, elements.lengthBytes());
    }

    private byte[] array() {
        return (byte[]) bytes.heapBase().orElseThrow();
    }

    Kind kind() {
        if (bytes.byteSize() < HEADER_BYTES) {
            throw new TuttiException("malformed message of a window: bytes=" + bytes.byteSize());
        }
        int kind = (int) INT.get(array(), KIND_AT);
        if (kind < 0 || kind >= KINDS.size()) {
            throw new TuttiException("malformed message of a window: kind=" + kind);
        }
        return KINDS.get(kind);
    }

    int code() {
        return (int) INT.get(array(), CODE_AT);
    }

    long number() {
        return (long) LONG.get(array(), NUMBER_AT);
    }

    long index() {
        return (long) LONG.get(array(), INDEX_AT);
    }

    long elements() {
        return (long) LONG.get(array(), ELEMENTS_AT);
    }

    /** Overwrites elements with the content, from a byte of it on. */
    void read(long at, DirectBuffer elements) {
        elements.putBytes(0, bytes, HEADER_BYTES + at, elements.lengthBytes());
    }

    String text() {
        return new String(array(), HEADER_BYTES, array().length - HEADER_BYTES, StandardCharsets.UTF_8);
    }
}
