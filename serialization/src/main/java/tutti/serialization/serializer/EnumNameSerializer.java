package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import tutti.serialization.SerializationException;

/** Enum constants by name, so that their order may differ. */
@SuppressWarnings({"rawtypes", "unchecked"}) // the type of a constant is known at run time only
final class EnumNameSerializer extends ImmutableSerializer<Enum> {

    @Override
    public void write(Kryo kryo, Output output, Enum constant) {
        output.writeString(constant.name());
    }

    @Override
    public Enum read(Kryo kryo, Input input, Class<? extends Enum> type) {
        String name = input.readString();
        try {
            return Enum.valueOf(type.asSubclass(Enum.class), String.valueOf(name));
        } catch (IllegalArgumentException e) {
            throw new SerializationException(
                    "enum constant is missing here: class=%s constant=%s; run the same version in every process"
                            .formatted(type.getName(), name),
                    e);
        }
    }
}
