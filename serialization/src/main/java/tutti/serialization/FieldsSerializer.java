package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Objects field by field, as Java serialization writes a class without hooks. */
final class FieldsSerializer extends Serializer<Object> {
    private final FieldPort[] ports;
    private final int bytes;
    private @Nullable Constructor<?> constructor;

    FieldsSerializer(List<Field> fields) {
        ports = fields.stream().map(FieldPort::new).toArray(FieldPort[]::new);
        bytes = 16 + 8 * ports.length;
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        for (FieldPort port : ports) {
            port.write(kryo, output, object);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        Object object = make(type);
        kryo.reference(object);
        for (FieldPort port : ports) {
            port.read(kryo, input, object);
        }
        return object;
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        Object object = make(original.getClass());
        kryo.reference(object);
        for (FieldPort port : ports) {
            port.copy(kryo, original, object);
        }
        ((GraphKryo) kryo).copied(bytes);
        return object;
    }

    private Object make(Class<?> type) {
        Constructor<?> known = constructor;
        if (known == null) {
            known = Objects.requireNonNull(Instantiation.constructor(type), "the class rules have checked it");
            constructor = known;
        }
        return Instantiation.make(known);
    }
}
