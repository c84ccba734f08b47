package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import tutti.serialization.array.BooleanBytes;
import tutti.serialization.array.PrimitiveArrays;
import tutti.serialization.graph.GraphInput;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.graph.GraphOutput;
import tutti.serialization.memory.ElementMemory;

/** Primitive arrays inside graphs: their length and raw little-endian bytes. */
final class PrimitiveArraySerializer extends Serializer<Object> {
    private final int typeIndex;

    PrimitiveArraySerializer(Class<?> type) {
        typeIndex = PrimitiveArrays.indexOf(type);
    }

    @Override
    public void write(Kryo kryo, Output output, Object array) {
        output.writeVarInt(java.lang.reflect.Array.getLength(array), true);
        if (array instanceof boolean[] flags) {
            BooleanBytes.write(flags, ((GraphOutput) output)::writeMemory);
        } else {
            ((GraphOutput) output).writeMemory(PrimitiveArrays.littleEndian(array));
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        GraphInput in = (GraphInput) input;
        int length = in.readLength(PrimitiveArrays.TYPES.get(typeIndex).elementBytes());
        Object array = PrimitiveArrays.make(typeIndex, length);
        kryo.reference(array);
        if (array instanceof boolean[] flags) {
            BooleanBytes.read(flags, in::readMemory);
        } else {
            in.readMemory(ElementMemory.ofArray(array));
            PrimitiveArrays.fromLittleEndian(array);
        }
        return array;
    }

    @Override
    public Object copy(Kryo kryo, Object array) {
        ((GraphKryo) kryo).copied(16 + PrimitiveArrays.sizeBytes(array, typeIndex));
        return PrimitiveArrays.cloneOf(array);
    }
}
