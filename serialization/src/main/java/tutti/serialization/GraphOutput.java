package tutti.serialization;

import com.esotericsoftware.kryo.io.Output;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Kryo's output over a chunk writer, with strings and primitive arrays in Tutti's own form. */
final class GraphOutput extends Output {
    private static final int BUFFER_BYTES = 8 * 1024;

    private @Nullable ChunkWriter chunks;

    GraphOutput() {
        super(BUFFER_BYTES, BUFFER_BYTES);
    }

    void open(ChunkWriter writer) {
        reset();
        chunks = writer;
        setOutputStream(writer);
    }

    /** Lets go of the chunks; what has not been flushed is lost. */
    void release() {
        reset();
        setOutputStream(OutputStream.nullOutputStream());
        chunks = null;
    }

    /** Writes length + 1, shifted by a bit that says whether chars have two bytes; 0 is null. */
    @Override
    public void writeString(@Nullable String text) {
        if (text == null) {
            writeVarLong(0, true);
            return;
        }
        boolean wide = isWide(text);
        writeVarLong((text.length() + 1L) << 1 | (wide ? 1 : 0), true);
        if (wide) {
            for (int i = 0; i < text.length(); i++) {
                writeChar(text.charAt(i));
            }
        } else {
            writeLatin(text);
        }
    }

    @SuppressWarnings("deprecation") // takes the low byte of each char, which is all there is
    private void writeLatin(String text) {
        for (int from = 0; from < text.length(); ) {
            int step = Math.min(text.length() - from, capacity);
            require(step);
            text.getBytes(from, from + step, buffer, position);
            position += step;
            from += step;
        }
    }

    private static boolean isWide(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return true;
            }
        }
        return false;
    }

    /** Writes memory as it lies there. */
    void writeMemory(MemorySegment source) {
        long length = source.byteSize();
        if (length <= capacity) {
            require((int) length);
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, 0, buffer, position, (int) length);
            position += (int) length;
        } else {
            flush();
            java.util.Objects.requireNonNull(chunks).write(source, 0, length);
        }
    }
}
