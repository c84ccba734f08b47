package tutti.group.window;

import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowFrame.Kind;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.TuttiException;

/** What a target does for an origin that does not reach its memory. No state; any thread. */
final class TargetService {
    private TargetService() {}

    /** Does what a message asks for; returns the answer. */
    static byte[] run(WindowMemory part, Kind kind, WindowFrame frame) {
        DirectBuffer memory = part.memory();
        ElementType type = memory.type();
        long index = frame.index();
        long length = frame.elements();
        if (length < 0 || index < 0 || index > memory.length() - length) {
            throw new TuttiException("elements lie outside the window: index=%d length=%d window=%s"
                    .formatted(index, length, memory.shape()));
        }
        boolean changes = kind != Kind.GET && frame.code() != UpdateOperator.NO_OP.code();
        if (changes) {
            memory.requireWritable("window");
        }
        long bytes = length * type.elementBytes();
        long content = kind == Kind.GET ? 0 : kind == Kind.COMPARE_AND_SWAP ? 2 * bytes : bytes;
        if (frame.bytes().byteSize() != WindowFrame.HEADER_BYTES + content) {
            throw new TuttiException("malformed message of a window: elements=%d bytes=%d"
                    .formatted(length, frame.bytes().byteSize()));
        }
        if (kind == Kind.PUT) {
            frame.read(0, memory.slice(index, length));
            return done(frame, null);
        }
        if (kind == Kind.GET) {
            return done(frame, memory.slice(index, length));
        }
        DirectBuffer operand = read(frame, 0, type, length);
        if (kind == Kind.UPDATE) {
            part.update(index, operand, frame.code(), null);
            return done(frame, null);
        }
        DirectBuffer previous = DirectBuffer.allocate(type, (int) length);
        if (kind == Kind.GET_AND_UPDATE) {
            part.update(index, operand, frame.code(), previous);
        } else {
            part.compareAndSwap(index, read(frame, bytes, type, length), operand, previous);
        }
        return done(frame, previous);
    }

    private static DirectBuffer read(WindowFrame frame, long at, ElementType type, long length) {
        DirectBuffer elements = DirectBuffer.allocate(type, (int) length);
        frame.read(at, elements);
        return elements;
    }

    private static byte[] done(WindowFrame frame, @Nullable DirectBuffer result) {
        byte[] answer = WindowFrame.of(Kind.DONE, 0, frame.number(), 0, 0, result == null ? 0 : result.lengthBytes());
        if (result != null) {
            WindowFrame.write(answer, 0, result);
        }
        return answer;
    }
}
