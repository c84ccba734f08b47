package tutti.serialization.serializer;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** The method handles that a serializer's code uses: constants of its hidden class. */
final class FieldHandles {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final List<MethodHandle> constants = new ArrayList<>();

    /** Returns the handles in the order of their numbers, as the data of the hidden class. */
    List<MethodHandle> constants() {
        return List.copyOf(constants);
    }

    void get(CodeBuilder code, Field field, int object) {
        MethodHandle getter = found(() -> LOOKUP.unreflectGetter(field))
                .asType(MethodType.methodType(SerializerCode.basic(field), Object.class));
        load(code, getter);
        code.aload(object);
        invoke(code, getter);
    }

    void set(CodeBuilder code, Field field, int object, Runnable value) {
        MethodHandle setter = found(() -> LOOKUP.unreflectSetter(field))
                .asType(MethodType.methodType(void.class, Object.class, SerializerCode.basic(field)));
        load(code, setter);
        code.aload(object);
        value.run();
        invoke(code, setter);
    }

    void load(CodeBuilder code, MethodHandle handle) {
        int at = constants.indexOf(handle);
        if (at < 0) {
            at = constants.size();
            constants.add(handle);
        }
        code.loadConstant(DynamicConstantDesc.ofNamed(BSM_CLASS_DATA_AT, DEFAULT_NAME, CD_MethodHandle, at));
    }

    static void invoke(CodeBuilder code, MethodHandle handle) {
        code.invokevirtual(
                CD_MethodHandle,
                "invokeExact",
                handle.type().describeConstable().orElseThrow());
    }

    /** Looks a handle up. */
    private interface Search {
        MethodHandle find() throws IllegalAccessException;
    }

    private static MethodHandle found(Search search) {
        try {
            return search.find();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the class rules have opened every field", e);
        }
    }
}
