package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.serialization.graph.GraphInput;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.graph.GraphReferences;

/** Containers that can't change once made, such as {@code List.of}: made from an array of all they hold. */
@SuppressWarnings("ReferenceEquality") // the same parts need no new container
final class ImmutableCollectionSerializer<T> extends Serializer<T> {
    private final Function<T, @Nullable Object[]> parts;
    private final Function<@Nullable Object[], T> factory;
    private final int partsAKey; // 0 if none is hashed

    ImmutableCollectionSerializer(Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory) {
        this(parts, factory, 0);
    }

    /** Makes a serializer of containers that hash the first of so many parts each. */
    ImmutableCollectionSerializer(
            Function<T, @Nullable Object[]> parts, Function<@Nullable Object[], T> factory, int partsAKey) {
        this.partsAKey = partsAKey;
        this.parts = parts;
        this.factory = factory;
    }

    @Override
    public void write(Kryo kryo, Output output, T container) {
        GraphReferences references = ((GraphKryo) kryo).references;
        int id = references.begin();
        @Nullable Object[] held = parts.apply(container);
        output.writeVarInt(held.length, true);
        for (Object part : held) {
            kryo.writeClassAndObject(output, part);
        }
        references.end(id);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        @Nullable Object[] held = new @Nullable Object[((GraphInput) input).readLength(1)];
        for (int i = 0; i < held.length; i++) {
            boolean isKey = partsAKey > 0 && i % partsAKey == 0;
            held[i] = isKey ? ((GraphKryo) kryo).readKey() : kryo.readClassAndObject(input);
        }
        return factory.apply(held);
    }

    @Override
    public T copy(Kryo kryo, T original) {
        GraphKryo graph = (GraphKryo) kryo;
        @Nullable Object[] held = parts.apply(original);
        boolean same = true;
        for (int i = 0; i < held.length; i++) {
            Object part = kryo.copy(held[i]);
            same &= part == held[i];
            held[i] = part;
        }
        T copy = same ? original : factory.apply(held);
        kryo.reference(copy);
        graph.copied(32 + 8L * held.length);
        return copy;
    }
}
