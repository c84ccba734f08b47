package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records by their components; the canonical constructor makes them, as in Java serialization. Used by many threads at once. */
@SuppressWarnings("ReferenceEquality") // the same components need no new record
final class RecordSerializer extends Serializer<Object> {
    private final MethodHandle writer;
    private final FieldPort[] ports;
    private final Constructor<?> constructor;

    RecordSerializer(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        try {
            List<Field> fields = new ArrayList<>();
            for (RecordComponent component : components) {
                Field field = type.getDeclaredField(component.getName());
                field.setAccessible(true);
                fields.add(field);
            }
            writer = FieldHandles.writer(fields);
            ports = fields.stream().map(FieldPort::new).toArray(FieldPort[]::new);
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
        try {
            writer.invokeExact(kryo, output, object);
        } catch (Throwable e) {
            throw FieldHandles.unchecked(e);
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
