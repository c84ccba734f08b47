package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;

/** Objects field by field, as Java serialization writes a class without hooks. Used by many threads at once. */
final class FieldsSerializer extends Serializer<Object> {
    private final MethodHandle writer;
    private final MethodHandle reader;
    private final MethodHandle copier;
    private final int bytes;

    FieldsSerializer(Class<?> type, List<Field> fields) {
        Constructor<?> constructor =
                Objects.requireNonNull(Instantiation.constructor(type), "the class rules have checked it");
        writer = FieldHandles.writer(fields);
        reader = FieldHandles.reader(constructor, fields);
        copier = FieldHandles.copier(constructor, fields);
        bytes = 16 + 8 * fields.size();
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        try {
            writer.invokeExact(kryo, output, object);
        } catch (Throwable e) {
            throw FieldHandles.unchecked(e);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        try {
            return (Object) reader.invokeExact(kryo, input);
        } catch (Throwable e) {
            throw FieldHandles.unchecked(e);
        }
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        try {
            Object object = (Object) copier.invokeExact(kryo, original);
            ((GraphKryo) kryo).copied(bytes);
            return object;
        } catch (Throwable e) {
            throw FieldHandles.unchecked(e);
        }
    }
}
