package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Records by their components; the canonical constructor makes them, as in Java serialization. */
@SuppressWarnings("ReferenceEquality") // the same components need no new record
final class RecordSerializer extends Serializer<Object> {
    private final FieldPort[] ports;
    private final Constructor<?> constructor;

    RecordSerializer(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        try {
            ports = new FieldPort[components.length];
            for (int i = 0; i < ports.length; i++) {
                Field field = type.getDeclaredField(components[i].getName());
                field.setAccessible(true);
                ports[i] = new FieldPort(field);
            }
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new SerializationException("record has no canonical constructor: class=" + type.getName(), e);
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        GraphReferences references = ((GraphKryo) kryo).references;
        int id = references.begin();
        for (FieldPort port : ports) {
            port.write(kryo, output, object);
        }
        references.end(id);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        @Nullable Object[] values = new @Nullable Object[ports.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = ports[i].readValue(kryo, input);
        }
        return make(values);
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        GraphKryo graph = (GraphKryo) kryo;
        @Nullable Object[] values = new @Nullable Object[ports.length];
        boolean same = true;
        for (int i = 0; i < values.length; i++) {
            Object value = ports[i].get(original);
            values[i] = kryo.copy(value);
            same &= values[i] == value;
        }
        Object copy = same ? original : make(values);
        kryo.reference(copy);
        graph.copied(16 + 8L * ports.length);
        return copy;
    }

    @SuppressWarnings("NullAway") // a component may be null
    private Object make(@Nullable Object[] values) {
        return Instantiation.make(constructor, values);
    }
}
