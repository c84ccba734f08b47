package tutti.serialization.serializer;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import tutti.serialization.ElementType;
import tutti.serialization.graph.GraphInput;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.graph.GraphOutput;
import tutti.serialization.graph.GraphReferences;

/** The pieces of code that every compiled serializer has, and what they call. */
final class SerializerCode {
    static final ClassDesc KRYO = described(GraphKryo.class);
    static final ClassDesc OUTPUT = described(GraphOutput.class);
    static final ClassDesc INPUT = described(GraphInput.class);
    static final ClassDesc REFERENCES = described(GraphReferences.class);

    private SerializerCode() {}

    static int kryo(CodeBuilder code) {
        int kryo = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(code.parameterSlot(0)).checkcast(KRYO).astore(kryo);
        return kryo;
    }

    static int buffer(CodeBuilder code, int kryo, String name, ClassDesc type) {
        int buffer = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(kryo).getfield(KRYO, name, type).astore(buffer);
        return buffer;
    }

    static CodeBuilder references(CodeBuilder code, int kryo) {
        return code.aload(kryo).getfield(KRYO, "references", REFERENCES);
    }

    static void registerReference(CodeBuilder code, int kryo, int object) {
        code.aload(kryo).aload(object).invokevirtual(KRYO, "reference", methodType(void.class, Object.class));
    }

    /**
     * Before the first of several primitive fields: makes room for them in a buffer, or sees to it that it holds them.
     */
    static void requireBytes(CodeBuilder code, int buffer, ClassDesc type, String method, List<Field> some, int at) {
        if (bytes(some.get(at)) > 0 && (at == 0 || bytes(some.get(at - 1)) == 0)) {
            int bytes = 0;
            for (int i = at; i < some.size() && bytes(some.get(i)) > 0; i++) {
                bytes += bytes(some.get(i));
            }
            code.aload(buffer).loadConstant(bytes);
            code.invokevirtual(type, method, methodType(void.class, int.class));
        }
    }

    /** Returns how many bytes a primitive field takes; 0 for a reference. */
    static int bytes(Field field) {
        return field.getType().isPrimitive()
                ? ElementType.valueOf(field.getType().getName().toUpperCase(Locale.ROOT))
                        .elementBytes()
                : 0;
    }

    static void read(CodeBuilder code, Field field, int kryo, int in) {
        Class<?> type = basic(field);
        if (type.isPrimitive()) {
            String name = type.getName();
            String method = "take" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            code.aload(in).invokevirtual(INPUT, method, methodType(type));
        } else {
            code.aload(kryo).invokevirtual(KRYO, "read", methodType(Object.class));
        }
    }

    static Class<?> basic(Field field) {
        return field.getType().isPrimitive() ? field.getType() : Object.class;
    }

    static ClassDesc described(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    static MethodTypeDesc methodType(Class<?> result, Class<?>... parameters) {
        return MethodType.methodType(result, parameters).describeConstable().orElseThrow();
    }
}
