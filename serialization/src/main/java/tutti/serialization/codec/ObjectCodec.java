package tutti.serialization.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrayShape;
import tutti.serialization.ChunkReader;
import tutti.serialization.ChunkWriter;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Encoded;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.TuttiException;
import tutti.serialization.array.NestedArrays;
import tutti.serialization.array.PrimitiveArrays;
import tutti.serialization.filter.ClassFilter;
import tutti.serialization.inbound.ArrivingArray;
import tutti.serialization.reflect.ClassRules;
import tutti.serialization.reflect.Immutables;
import tutti.serialization.reflect.JavaSerializationRequiredException;
import tutti.serialization.reflect.NotSerializableClassException;

/**
 * The standard codec: boxed primitives, texts and primitive arrays as raw bytes, graphs by Kryo, and by Java
 * serialization what only that gets right.
 *
 * <p>The first byte of an encoding says which: null, the type of a primitive array, of a boxed primitive or of a text,
 * a graph, or a Java stream. Every object means what it means in Java serialization; docs/serialization.md lists the
 * differences.
 */
public final class ObjectCodec implements Codec {
    private static final Pattern OF_ONE_MEMBER =
            Pattern.compile("tutti\\.group\\.(\\w*Communicator|Intercommunicator|ColGroup|Window|\\w*Request)");
    private static final int NULL = 0;
    private static final int FIRST_ARRAY = 1;
    private static final int PREFIX_BYTES = 1 + Long.BYTES; // of an array
    private static final ValueLayout.OfLong LENGTH = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int FIRST_NESTED_ARRAY = 16;
    private static final int JAVA = 32;
    private static final int GRAPH = 33;

    private final SerializationSettings settings;
    private final ClassFilter filter;
    private final ClassRules rules = new ClassRules();
    private final GraphCodec graphs;

    /** Makes a codec with the default settings. */
    public ObjectCodec() {
        this(SerializationSettings.DEFAULT);
    }

    /** Makes a codec that lets pass what the settings allow. */
    public ObjectCodec(SerializationSettings settings) {
        this(settings, ClassFilter.of(settings));
    }

    ObjectCodec(SerializationSettings settings, ClassFilter filter) {
        this.filter = filter;
        this.settings = ClassFilter.limited(settings);
        graphs = new GraphCodec(rules, filter, this.settings);
    }

    @Override
    public String identity() {
        return "tutti-object-codec/6 filter=" + ClassFilter.patternOf(settings);
    }

    @Override
    public Encoded encode(@Nullable Object value) {
        if (value == null) {
            ChunkWriter out = new ChunkWriter(1);
            out.write(NULL);
            return out.finish();
        }
        int arrayType = PrimitiveArrays.typeIndex(value);
        if (arrayType >= 0) {
            ChunkWriter out = new ChunkWriter(1 + Long.BYTES + PrimitiveArrays.sizeBytes(value, arrayType));
            out.write(FIRST_ARRAY + arrayType);
            PrimitiveArrays.write(value, out);
            return out.finish();
        }
        int nestedType = NestedArrays.typeIndex(value);
        if (nestedType >= 0) {
            Object[] rows = (Object[]) value;
            ChunkWriter out = new ChunkWriter(NestedArrays.encodedBytes(rows, nestedType));
            out.write(FIRST_NESTED_ARRAY + nestedType);
            NestedArrays.write(rows, nestedType, out);
            return out.finish();
        }
        Encoded scalar = Scalars.encode(value);
        return scalar != null ? scalar : explained(value, () -> encodeGraph(value));
    }

    private Encoded encodeGraph(Object root) {
        try {
            return DeepStack.call(settings.maxDepth(), true, maxDepth -> graphs.encode(GRAPH, root, maxDepth));
        } catch (JavaSerializationRequiredException e) {
            return encodeByJava(root); // all of it, which keeps what is shared and cyclic
        }
    }

    private Encoded encodeByJava(Object root) {
        return DeepStack.call(settings.maxDepth(), false, maxDepth -> {
            ChunkWriter out = new ChunkWriter();
            out.write(JAVA);
            JavaStreams.write(root, out, filter);
            return out.finish();
        });
    }

    @Override
    public @Nullable Object decode(Encoded encoded) {
        if (encoded.lengthBytes() > settings.maxBytes()) {
            throw new SerializationException(
                    "message is longer than the limit: lengthBytes=%d maxBytes=%d; raise the limit"
                            .formatted(encoded.lengthBytes(), settings.maxBytes()));
        }
        if (encoded instanceof ArrivingArray array) {
            return array.take();
        }
        Object scalar = Scalars.decode(encoded);
        if (scalar != null) {
            return scalar;
        }
        try {
            return DeepStack.call(settings.maxDepth(), true, maxDepth -> decode(new ChunkReader(encoded), maxDepth));
        } catch (TuttiException e) {
            throw e;
        } catch (JavaSerializationRequiredException | NotSerializableClassException e) {
            throw new SerializationException("class may not be decoded: class=" + e.getMessage(), e);
        } catch (RuntimeException | LinkageError | AssertionError | InternalError e) {
            throw FailedCode.of(e, "malformed bytes, or a class refuses them: " + e);
        }
    }

    private @Nullable Object decode(ChunkReader in, int maxDepth) {
        int kind = in.read();
        Object value;
        if (kind == NULL) {
            value = null;
        } else if (kind >= FIRST_ARRAY && kind < FIRST_ARRAY + PrimitiveArrays.TYPES.size()) {
            value = PrimitiveArrays.read(kind - FIRST_ARRAY, in, settings.maxArrayLength());
        } else if (kind >= FIRST_NESTED_ARRAY && kind < FIRST_NESTED_ARRAY + PrimitiveArrays.TYPES.size()) {
            value = NestedArrays.read(kind - FIRST_NESTED_ARRAY, in, settings.maxArrayLength());
        } else if (kind == GRAPH) {
            value = graphs.read(in, maxDepth);
        } else if (kind == JAVA) {
            value = JavaStreams.read(in, filter, rules, settings, maxDepth);
        } else {
            throw new SerializationException(
                    "unknown encoding: kind=%d; do all processes run the same version?".formatted(kind));
        }
        if (in.remaining() > 0) {
            throw new SerializationException("malformed bytes: left over=" + in.remaining());
        }
        return value;
    }

    @Override
    public byte[] bufferPrefix(DirectBuffer buffer) {
        byte[] prefix = new byte[PREFIX_BYTES];
        prefix[0] = (byte) (FIRST_ARRAY + PrimitiveArrays.TYPES.indexOf(buffer.type()));
        for (int i = 0; i < Long.BYTES; i++) {
            prefix[1 + i] = (byte) (buffer.length() >>> (i * Byte.SIZE));
        }
        return prefix;
    }

    @Override
    public @Nullable DirectBuffer newArrayFor(long lengthBytes, MemorySegment beginning) {
        int kind = beginning.byteSize() < PREFIX_BYTES ? NULL : beginning.get(ValueLayout.JAVA_BYTE, 0);
        if (kind < FIRST_ARRAY
                || kind >= FIRST_ARRAY + PrimitiveArrays.TYPES.size()
                || lengthBytes > settings.maxBytes()) {
            return null;
        }
        ElementType type = PrimitiveArrays.TYPES.get(kind - FIRST_ARRAY);
        long length = (lengthBytes - PREFIX_BYTES) / type.elementBytes();
        if (length > Math.min(PrimitiveArrays.MAX_LENGTH, settings.maxArrayLength())
                || beginning.get(LENGTH, 1) != length
                || PREFIX_BYTES + length * type.elementBytes() != lengthBytes) {
            return null; // decoding says what is wrong
        }
        return DirectBuffer.allocate(type, (int) length);
    }

    @Override
    public Encoded encodeBuffer(DirectBuffer buffer) {
        ChunkWriter out = new ChunkWriter(PREFIX_BYTES + buffer.lengthBytes());
        byte[] prefix = bufferPrefix(buffer);
        out.write(prefix, 0, prefix.length);
        out.write(buffer);
        return out.finish();
    }

    @Override
    public @Nullable String decodeInto(Encoded encoded, DirectBuffer target) {
        if (encoded instanceof ArrivingArray array) {
            return array.copyTo(target) ? null : shapeText(array.shape());
        }
        ChunkReader in = new ChunkReader(encoded);
        int kind = in.read();
        if (kind < FIRST_ARRAY || kind >= FIRST_ARRAY + PrimitiveArrays.TYPES.size()) {
            return target.fillFrom(decode(encoded)); // no array: tells its class
        }
        ElementType type = PrimitiveArrays.TYPES.get(kind - FIRST_ARRAY);
        long length = in.readLong();
        boolean isLike = type == target.type() && length == target.length();
        boolean isPrefix = in.remaining() == 0 && length > 0;
        boolean isWhole = length == in.remaining() / type.elementBytes() && in.remaining() % type.elementBytes() == 0;
        if (length < 0 || !(isWhole || (isPrefix && !isLike))) {
            throw new SerializationException("array is not as long as its bytes: type=%s length=%d bytes=%d"
                    .formatted(type, length, in.remaining()));
        }
        if (!isLike) {
            return shapeText(new ArrayShape(type, length));
        }
        in.readFully(target);
        return null;
    }

    private static String shapeText(ArrayShape shape) {
        return "%s[%d]".formatted(shape.type(), shape.length());
    }

    @Override
    public @Nullable ArrayShape arrayShape(Encoded encoded) {
        if (encoded instanceof ArrivingArray array) {
            return array.shape();
        }
        ChunkReader in = new ChunkReader(encoded);
        int kind = in.read();
        return kind < FIRST_ARRAY || kind >= FIRST_ARRAY + PrimitiveArrays.TYPES.size()
                ? null
                : new ArrayShape(PrimitiveArrays.TYPES.get(kind - FIRST_ARRAY), in.readLong());
    }

    @Override
    public Snapshot snapshot(@Nullable Object value) {
        int arrayType = PrimitiveArrays.typeIndex(value);
        if (value != null && arrayType >= 0) {
            return new Snapshot(PrimitiveArrays.cloneOf(value), false, PrimitiveArrays.sizeBytes(value, arrayType));
        }
        boolean mustBeFiltered = filter.hasUserRules() && value != null && !Immutables.isLeaf(value);
        long immutableBytes = mustBeFiltered ? -1 : Immutables.sizeIfImmutable(value, rules); // copying asks the filter
        if (value == null || immutableBytes >= 0) {
            return new Snapshot(value, true, immutableBytes);
        }
        try {
            GraphCodec.Copy copy = explained(
                    value, () -> DeepStack.call(settings.maxDepth(), true, maxDepth -> graphs.copy(value, maxDepth)));
            return new Snapshot(copy.value(), false, copy.sizeBytes());
        } catch (JavaSerializationRequiredException e) {
            Encoded encoded = encode(value);
            return new Snapshot(decode(encoded), false, encoded.lengthBytes());
        }
    }

    @Override
    public long leafBytes(@Nullable Object value) {
        return Immutables.leafBytes(value);
    }

    /** Runs a task, and turns its failure into one that says where in the graph the fault lies. */
    private static <T> T explained(Object root, java.util.function.Supplier<T> task) {
        try {
            return task.get();
        } catch (JavaSerializationRequiredException | OperationInterruptedException e) {
            throw e;
        } catch (NotSerializableClassException e) {
            throw notSerializable(root, e);
        } catch (SerializationException e) {
            throw e.getCause() instanceof java.io.NotSerializableException known ? notSerializable(root, known) : e;
        } catch (RuntimeException e) {
            throw new SerializationException(
                    "cannot serialize: class=%s: %s%s".formatted(root.getClass().getName(), e, WriteMethods.thrower(e)),
                    e);
        }
    }

    private static SerializationException notSerializable(Object root, Exception e) {
        NotSerializableFinder.Step culprit = NotSerializableFinder.firstNotSerializable(root);
        return culprit == null
                ? new SerializationException(
                        "not serializable: class=%s path=%s…; let it implement java.io.Serializable, or make the field transient"
                                .formatted(e.getMessage(), NotSerializableFinder.nameOf(root)),
                        e)
                : new SerializationException(
                        "not serializable: class=%s path=%s; %s"
                                .formatted(culprit.object().getClass().getName(), culprit.path(), cure(culprit)),
                        e);
    }

    private static String cure(NotSerializableFinder.Step step) {
        Object culprit = step.object();
        boolean isField = step.name().startsWith(".") && !step.name().endsWith(")");
        if (step.name().startsWith(".this$")) {
            return "an inner class holds the object around it: declare the class that is sent static, or a record";
        }
        if (culprit.getClass().isHidden()) {
            return "a lambda is serializable if it is cast, as in (Function<A, B> & Serializable) a -> …";
        }
        if (culprit instanceof DirectBuffer) {
            return "a buffer can only be the message itself: send each by itself, or the array of each; operations on"
                    + " buffers also take one to receive into";
        }
        if (OF_ONE_MEMBER.matcher(culprit.getClass().getName()).matches()) {
            return "it is of one member and does not travel: send what the others need of it, as a rank";
        }
        if (culprit.getClass().getClassLoader() != null) {
            return "let it implement java.io.Serializable" + (isField ? ", or make the field transient" : "");
        }
        return switch (culprit) {
            case Map.Entry<?, ?> _ -> "send a copy that needs no map: Map.entry(entry.getKey(), entry.getValue())";
            case List<?> _ -> "send a copy: new ArrayList<>(list)";
            case Set<?> _ -> "send a copy: new LinkedHashSet<>(set)";
            case Map<?, ?> _ -> "send a copy: new LinkedHashMap<>(map)";
            case Collection<?> _ -> "send a copy: new ArrayList<>(collection)";
            default -> "the class is the JDK's: send what it holds in a class of yours, or make the field transient";
        };
    }
}
