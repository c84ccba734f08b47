package tutti.serialization;

import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/**
 * The standard codec: primitive arrays as raw bytes, everything else by Java serialization.
 *
 * <p>The first byte of an encoding says which: null, the type of a primitive array, or a serialized object.
 */
public final class ObjectCodec implements Codec {
    private static final int NULL = 0;
    private static final int FIRST_ARRAY = 1;
    private static final int OBJECT = 32;

    @Override
    public Encoded encode(@Nullable Object value) {
        int arrayType = PrimitiveArrays.typeIndex(value);
        if (value == null) {
            ChunkWriter out = new ChunkWriter(1);
            out.write(NULL);
            return out.finish();
        }
        if (arrayType >= 0) {
            ChunkWriter out = new ChunkWriter(1 + Long.BYTES + PrimitiveArrays.sizeBytes(value, arrayType));
            out.write(FIRST_ARRAY + arrayType);
            PrimitiveArrays.write(value, out);
            return out.finish();
        }
        return serialize(value);
    }

    @Override
    public @Nullable Object decode(Encoded encoded) {
        ChunkReader in = new ChunkReader(encoded);
        int kind = in.read();
        if (kind == NULL) {
            return null;
        }
        if (kind >= FIRST_ARRAY && kind < FIRST_ARRAY + PrimitiveArrays.TYPES.size()) {
            return PrimitiveArrays.read(kind - FIRST_ARRAY, in);
        }
        if (kind != OBJECT) {
            throw new SerializationException(
                    "unknown encoding: kind=%d; do all processes run the same version?".formatted(kind));
        }
        return deserialize(in);
    }

    @Override
    public Snapshot snapshot(@Nullable Object value) {
        if (value == null || Immutables.contains(value)) {
            return new Snapshot(value, true, Immutables.sizeBytes(value));
        }
        int arrayType = PrimitiveArrays.typeIndex(value);
        if (arrayType >= 0) {
            return new Snapshot(PrimitiveArrays.cloneOf(value), false, PrimitiveArrays.sizeBytes(value, arrayType));
        }
        Encoded encoded = serialize(value);
        return new Snapshot(decode(encoded), false, encoded.lengthBytes());
    }

    private static Encoded serialize(Object value) {
        ChunkWriter out = new ChunkWriter();
        out.write(OBJECT);
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(value);
        } catch (NotSerializableException e) {
            throw new SerializationException(
                    "not serializable: class=%s inside=%s; let it implement java.io.Serializable, or make the field transient"
                            .formatted(e.getMessage(), value.getClass().getName()),
                    e);
        } catch (IOException e) {
            throw new SerializationException(
                    "cannot serialize: class=" + value.getClass().getName(), e);
        } catch (StackOverflowError e) {
            throw new SerializationException(
                    "object graph is too deep to serialize: class=%s; break long chains up, or run the member with a larger stack"
                            .formatted(value.getClass().getName()),
                    e);
        }
        return out.finish();
    }

    private static Object deserialize(InputStream in) {
        try (ObjectInputStream objects = new ContextObjectInputStream(in)) {
            return objects.readObject();
        } catch (ClassNotFoundException e) {
            throw new SerializationException(
                    "class is missing here: class=%s; put it on the class path of every process"
                            .formatted(e.getMessage()),
                    e);
        } catch (IOException e) {
            throw new SerializationException("cannot read a serialized object: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new SerializationException(
                    "object graph is too deep to read; break long chains up, or run the member with a larger stack", e);
        }
    }

    /** Looks classes up where the receiving thread would, so that applications in their own class loaders work. */
    private static final class ContextObjectInputStream extends ObjectInputStream {
        ContextObjectInputStream(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // primitives, and classes of the default loader
            }
        }
    }
}
