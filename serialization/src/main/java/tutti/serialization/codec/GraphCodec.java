package tutti.serialization.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.util.Pool;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ChunkReader;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.TuttiException;
import tutti.serialization.filter.ClassFilter;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.graph.KryoWithoutUnsafe;
import tutti.serialization.reflect.ClassRules;
import tutti.serialization.reflect.JavaSerializationRequiredException;
import tutti.serialization.reflect.NotSerializableClassException;
import tutti.serialization.serializer.ClassSerializers;

/** Graphs of objects by Kryo: to bytes, from bytes, and straight to a copy. */
final class GraphCodec {
    private static final int MOST_IDLE = 16;
    private static final int MOST_FAILURES = 1000;

    private final SerializationSettings settings;
    private final AtomicReference<@Nullable GraphKryo> idle = new AtomicReference<>(); // of all idle ones the first
    private final Pool<GraphKryo> pool; // the others

    GraphCodec(ClassRules rules, ClassFilter filter, SerializationSettings settings) {
        this.settings = settings;
        KryoWithoutUnsafe.load();
        ClassSerializers serializers = new ClassSerializers(rules, filter);
        pool = new Pool<>(true, false, MOST_IDLE) {
            @Override
            protected GraphKryo create() {
                return serializers.newKryo();
            }
        };
    }

    /**
     * Encodes a graph behind a first byte, or throws {@link JavaSerializationRequiredException} or {@link
     * NotSerializableClassException}.
     */
    Encoded encode(int firstByte, Object root, int maxDepth) {
        return withKryo(maxDepth, kryo -> {
            kryo.output.writeByte(firstByte);
            kryo.writeClassAndObject(kryo.output, root);
            return kryo.output.finish();
        });
    }

    Object read(ChunkReader in, int maxDepth) {
        return withKryo(maxDepth, kryo -> {
            kryo.open(in, settings.maxArrayLength());
            Object value = kryo.readClassAndObject(kryo.input);
            if (kryo.input.remaining() > 0 || value == null) {
                throw new SerializationException("malformed bytes: left over=" + kryo.input.remaining());
            }
            kryo.askFilter();
            return value;
        });
    }

    /** A deep copy, and about how many bytes of memory it takes. */
    record Copy(Object value, long sizeBytes) {}

    Copy copy(Object root, int maxDepth) {
        return withKryo(maxDepth, kryo -> {
            Object copy = Objects.requireNonNull(kryo.copy(root));
            return new Copy(copy, kryo.copiedBytes());
        });
    }

    /** A Kryo keeps a few numbers of every graph that it could not finish; so it is let go after a while. */
    private <T> T withKryo(int maxDepth, Function<GraphKryo, T> task) {
        GraphKryo first = idle.getAndSet(null);
        GraphKryo kryo = first != null ? first : pool.obtain();
        boolean finished = false;
        try {
            kryo.begin(maxDepth);
            T result = task.apply(kryo);
            finished = true;
            return result;
        } catch (KryoException e) {
            throw translated(e);
        } finally {
            kryo.end();
            if ((finished || kryo.addFailure() < MOST_FAILURES) && !idle.compareAndSet(null, kryo)) {
                pool.free(kryo);
            }
        }
    }

    private static RuntimeException translated(KryoException e) {
        for (Throwable cause : FailedCode.chain(e.getCause())) {
            if (cause instanceof TuttiException ours) {
                return ours;
            }
        }
        return e;
    }
}
