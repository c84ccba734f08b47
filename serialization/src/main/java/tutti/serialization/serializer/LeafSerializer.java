package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import tutti.serialization.graph.GraphInput;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.graph.GraphOutput;

/** Values that hold no other objects, by a pair of functions. */
class LeafSerializer<T> extends ImmutableSerializer<T> {
    private final BiConsumer<GraphOutput, T> writer;
    private final Function<GraphInput, T> reader;

    LeafSerializer(BiConsumer<GraphOutput, T> writer, Function<GraphInput, T> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    public void write(Kryo kryo, Output output, T value) {
        writer.accept((GraphOutput) output, value);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        return reader.apply((GraphInput) input);
    }

    /** Values that can change: a copy is made of what they consist of. */
    static final class Mutable<T> extends LeafSerializer<T> {
        private final Function<T, T> copier;

        Mutable(BiConsumer<GraphOutput, T> writer, Function<GraphInput, T> reader, Function<T, T> copier) {
            super(writer, reader);
            this.copier = copier;
            setImmutable(false);
        }

        @Override
        public T copy(Kryo kryo, T original) {
            ((GraphKryo) kryo).copied(64);
            return copier.apply(original);
        }
    }

    static String text(GraphInput in) {
        return Objects.requireNonNull(in.readString(), "text is missing");
    }
}
