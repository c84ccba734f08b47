package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** One component of a record: its field, and its value on the way from bytes. */
final class FieldPort {
    private enum Kind {
        BOOLEAN,
        BYTE,
        CHAR,
        SHORT,
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        REFERENCE
    }

    private final Field field;
    private final Kind kind;

    FieldPort(Field field) {
        this.field = field;
        Class<?> type = field.getType();
        kind = !type.isPrimitive()
                ? Kind.REFERENCE
                : Kind.valueOf(type.getName().toUpperCase(java.util.Locale.ROOT));
    }

    @Nullable
    Object get(Object holder) {
        try {
            return field.get(holder);
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    /** Reads a value for a constructor's parameter. */
    @Nullable
    Object readValue(Kryo kryo, Input input) {
        return switch (kind) {
            case BOOLEAN -> input.readBoolean();
            case BYTE -> input.readByte();
            case CHAR -> input.readChar();
            case SHORT -> input.readShort();
            case INT -> input.readInt();
            case LONG -> input.readLong();
            case FLOAT -> input.readFloat();
            case DOUBLE -> input.readDouble();
            case REFERENCE -> kryo.readClassAndObject(input);
        };
    }

    private SerializationException inaccessible(IllegalAccessException e) {
        return new SerializationException("field cannot be reached: field=" + field, e);
    }
}
