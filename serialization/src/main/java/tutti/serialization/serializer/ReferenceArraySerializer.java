package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.util.Arrays;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.graph.RegistersReference;

/** Arrays of objects, and of arrays. */
final class ReferenceArraySerializer extends Serializer<Object[]> implements RegistersReference {
    private final Class<?> componentType;

    ReferenceArraySerializer(Class<?> componentType) {
        this.componentType = componentType;
    }

    @Override
    public void write(Kryo kryo, Output output, Object[] array) {
        ListElements.write((GraphKryo) kryo, Arrays.asList(array));
    }

    @Override
    @SuppressWarnings("NullAway") // elements may be null
    public Object[] read(Kryo kryo, Input input, Class<? extends Object[]> type) {
        GraphKryo graph = (GraphKryo) kryo;
        ListElements elements = ListElements.read(graph);
        Object[] array = (Object[]) Array.newInstance(componentType, elements.size());
        kryo.reference(array);
        for (int i = 0; i < array.length; i++) {
            array[i] = elements.next(graph);
        }
        return array;
    }

    @Override
    public Object[] copy(Kryo kryo, Object[] original) {
        Object[] array = (Object[]) Array.newInstance(componentType, original.length);
        kryo.reference(array);
        for (int i = 0; i < array.length; i++) {
            array[i] = kryo.copy(original[i]);
        }
        ((GraphKryo) kryo).copied(16 + 8L * array.length);
        return array;
    }
}
