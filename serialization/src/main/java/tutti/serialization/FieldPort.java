package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** One field of a class, on its way to and from bytes. */
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

    void write(Kryo kryo, Output output, Object holder) {
        try {
            switch (kind) {
                case BOOLEAN -> output.writeBoolean(field.getBoolean(holder));
                case BYTE -> output.writeByte(field.getByte(holder));
                case CHAR -> output.writeChar(field.getChar(holder));
                case SHORT -> output.writeShort(field.getShort(holder));
                case INT -> output.writeInt(field.getInt(holder));
                case LONG -> output.writeLong(field.getLong(holder));
                case FLOAT -> output.writeFloat(field.getFloat(holder));
                case DOUBLE -> output.writeDouble(field.getDouble(holder));
                case REFERENCE -> kryo.writeClassAndObject(output, field.get(holder));
            }
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    void read(Kryo kryo, Input input, Object holder) {
        try {
            switch (kind) {
                case BOOLEAN -> field.setBoolean(holder, input.readBoolean());
                case BYTE -> field.setByte(holder, input.readByte());
                case CHAR -> field.setChar(holder, input.readChar());
                case SHORT -> field.setShort(holder, input.readShort());
                case INT -> field.setInt(holder, input.readInt());
                case LONG -> field.setLong(holder, input.readLong());
                case FLOAT -> field.setFloat(holder, input.readFloat());
                case DOUBLE -> field.setDouble(holder, input.readDouble());
                case REFERENCE -> field.set(holder, kryo.readClassAndObject(input));
            }
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    void copy(Kryo kryo, Object from, Object to) {
        try {
            switch (kind) {
                case BOOLEAN -> field.setBoolean(to, field.getBoolean(from));
                case BYTE -> field.setByte(to, field.getByte(from));
                case CHAR -> field.setChar(to, field.getChar(from));
                case SHORT -> field.setShort(to, field.getShort(from));
                case INT -> field.setInt(to, field.getInt(from));
                case LONG -> field.setLong(to, field.getLong(from));
                case FLOAT -> field.setFloat(to, field.getFloat(from));
                case DOUBLE -> field.setDouble(to, field.getDouble(from));
                case REFERENCE -> field.set(to, kryo.copy(field.get(from)));
            }
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
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
