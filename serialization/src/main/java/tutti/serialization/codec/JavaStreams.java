package tutti.serialization.codec;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ChunkReader;
import tutti.serialization.ChunkWriter;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.TuttiException;
import tutti.serialization.array.PrimitiveArrays;
import tutti.serialization.filter.ClassFilter;
import tutti.serialization.filter.ClassLookup;
import tutti.serialization.graph.DepthExceededException;
import tutti.serialization.reflect.ClassRules;
import tutti.serialization.reflect.ClassShape;
import tutti.serialization.reflect.HashCost;
import tutti.serialization.reflect.Immutables;
import tutti.serialization.reflect.Instantiation;
import tutti.serialization.reflect.NotSerializableClassException;

/** Graphs by Java serialization, with the same class filter and limits as all others. */
final class JavaStreams {
    private JavaStreams() {}

    /** Writes a graph; throws {@link NotSerializableClassException} if some object of it is not serializable. */
    static void write(Object root, ChunkWriter out, ClassFilter filter) {
        try (ObjectOutputStream objects = new FilteredOutput(out, filter)) {
            objects.writeObject(root);
        } catch (NotSerializableException e) {
            throw new SerializationException("not serializable: class=" + e.getMessage(), e);
        } catch (IOException e) {
            throw new SerializationException(
                    "cannot serialize: class=%s: %s%s"
                            .formatted(root.getClass().getName(), e.getMessage(), WriteMethods.thrower(e)),
                    e);
        }
    }

    static Object read(
            ChunkReader in, ClassFilter filter, ClassRules rules, SerializationSettings settings, int maxDepth) {
        try (ObjectInputStream objects = new FilteredInput(in, filter, new HashCost(rules), settings, maxDepth)) {
            Object value = objects.readObject();
            if (in.remaining() > 0 || value == null) {
                throw new SerializationException("malformed bytes: left over=" + in.remaining());
            }
            return value;
        } catch (ClassNotFoundException e) {
            throw ClassLookup.missing(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            if (e.getCause() instanceof DepthExceededException || e.getCause() instanceof TuttiException) {
                throw (RuntimeException) e.getCause(); // what the filter threw
            }
            throw FailedCode.of(e, "cannot read a serialized object: " + e.getMessage());
        }
    }

    /**
     * Writes what may pass, and optional values and entries of {@code Map.entry}, which Java serialization alone would
     * refuse.
     */
    private static final class FilteredOutput extends ObjectOutputStream {
        private final ClassFilter filter;

        FilteredOutput(ChunkWriter out, ClassFilter filter) throws IOException {
            super(out);
            this.filter = filter;
            enableReplaceObject(true);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            filter.check(type);
            if (Serializable.class.isAssignableFrom(type)
                    && !type.isInterface()
                    && !Modifier.isAbstract(type.getModifiers())
                    && !type.isEnum()
                    && !type.isRecord()
                    && !type.isArray()
                    && !java.io.Externalizable.class.isAssignableFrom(type)
                    && !Instantiation.isPossible(type)) {
                throw new InvalidClassException(
                        type.getName(), "superclass that is not serializable has no constructor without parameters");
            }
        }

        @Override
        protected @Nullable Object replaceObject(@Nullable Object object) {
            return switch (object) {
                case Optional<?> value -> new Boxed(0, value.orElse(null));
                case OptionalInt value -> new Boxed(1, value.isPresent() ? value.getAsInt() : null);
                case OptionalLong value -> new Boxed(2, value.isPresent() ? value.getAsLong() : null);
                case OptionalDouble value -> new Boxed(3, value.isPresent() ? value.getAsDouble() : null);
                case Map.Entry<?, ?> entry
                when Immutables.isEntry(entry) -> new Boxed(4, new AbstractMap.SimpleImmutableEntry<>(entry));
                case null, default -> object;
            };
        }
    }

    /** An optional value, or an entry, in a Java stream. */
    @SuppressWarnings("serial") // what it holds is checked when it is written
    private record Boxed(int kind, @Nullable Object value) implements Serializable {
        private Object readResolve() {
            return switch (kind) {
                case 0 -> Optional.ofNullable(value);
                case 1 -> value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
                case 2 -> value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
                case 4 -> {
                    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) Objects.requireNonNull(value);
                    yield Map.entry(entry.getKey(), entry.getValue());
                }
                default -> value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
            };
        }
    }

    /** Looks classes up in the context loader, and allocates nothing that the bytes do not back. */
    private static final class FilteredInput extends ObjectInputStream {
        private static final int SLACK = 4096; // hash tables are allocated larger than what they hold

        private final long totalBytes;
        private final int maxDepth;
        private final SerializationSettings settings;
        private final ClassLoader loader = ClassLookup.contextLoader();
        private final ClassFilter filter;
        private final HashCost hashCost;
        private long claimedBytes;

        FilteredInput(
                ChunkReader in, ClassFilter filter, HashCost hashCost, SerializationSettings settings, int maxDepth)
                throws IOException {
            super(in);
            this.filter = filter;
            this.hashCost = hashCost;
            hashCost.beginObjects(in.remaining());
            enableResolveObject(true);
            this.totalBytes = in.remaining() + SLACK;
            this.maxDepth = maxDepth;
            this.settings = settings;
            setObjectInputFilter(info -> {
                filter.check(info);
                claim(info);
                return java.io.ObjectInputFilter.Status.ALLOWED;
            });
        }

        /** Is told of each object when it is complete, before one that holds it may take it for a key. */
        @Override
        protected @Nullable Object resolveObject(@Nullable Object object) {
            hashCost.complete(object);
            return object;
        }

        private void claim(java.io.ObjectInputFilter.FilterInfo info) {
            if (info.depth() > maxDepth) {
                throw new DepthExceededException(maxDepth);
            }
            long length = info.arrayLength();
            Class<?> type = info.serialClass();
            if (length < 0 || type == null || !type.isArray()) {
                return;
            }
            int index = PrimitiveArrays.indexOf(type);
            long bytes = index < 0
                    ? length
                    : length * PrimitiveArrays.TYPES.get(index).elementBytes();
            claimedBytes += bytes;
            if (bytes > totalBytes || claimedBytes > 8 * totalBytes || length > settings.maxArrayLength()) {
                throw new SerializationException(
                        "array is longer than the message or the limit: class=%s length=%d messageBytes=%d maxArrayLength=%d"
                                .formatted(type.getTypeName(), length, totalBytes, settings.maxArrayLength()));
            }
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            Class<?> primitive = Class.forPrimitiveName(description.getName());
            if (primitive != null) {
                return primitive;
            }
            ClassFilter.checkName(description.getName());
            Class<?> type = ClassLookup.find(description.getName(), loader);
            filter.check(type); // before its serialVersionUID is asked for, which initializes it
            ClassShape.check(description, type);
            return type;
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < types.length; i++) {
                ClassFilter.checkName(interfaces[i]);
                types[i] = ClassLookup.find(interfaces[i], loader);
            }
            try {
                return proxyClass(loader, types);
            } catch (IllegalArgumentException e) {
                return super.resolveProxyClass(interfaces);
            }
        }

        @SuppressWarnings("deprecation") // the class is what is asked for, not an instance
        private static Class<?> proxyClass(ClassLoader loader, Class<?>[] types) {
            return Proxy.getProxyClass(loader, types);
        }
    }
}
