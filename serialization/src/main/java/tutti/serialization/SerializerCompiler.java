package tutti.serialization;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Makes the serializer of a class: a hidden class whose methods say for one field after the other what is to be done with it.
 *
 * <p>Fields may be private, so they are reached by method handles; these are constants of the hidden class, so that the JVM makes
 * one piece of machine code of each method. In objects that are no records the primitive fields come first: one look tells
 * whether the buffer has room for all of them, or holds them all.
 */
final class SerializerCompiler {
    /** The JVM does not compile methods that are too large. */
    private static final int MOST_FIELDS_A_METHOD = 128;

    private static final int HEADER_BYTES = 16; // of an object in memory, about
    private static final int FIELD_BYTES = 8;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ClassDesc KRYO = described(GraphKryo.class);
    private static final ClassDesc OUTPUT = described(GraphOutput.class);
    private static final ClassDesc INPUT = described(GraphInput.class);
    private static final ClassDesc REFERENCES = described(GraphReferences.class);
    private static final ClassDesc SUPERCLASS = described(ObjectSerializer.class);
    private static final ClassDesc SELF = ClassDesc.of(ObjectSerializer.class.getPackageName(), "CompiledSerializer");
    private static final MethodTypeDesc WRITE = methodType(void.class, Kryo.class, Output.class, Object.class);
    private static final MethodTypeDesc READ = methodType(Object.class, Kryo.class, Input.class, Class.class);
    private static final MethodTypeDesc COPY = methodType(Object.class, Kryo.class, Object.class);

    private final List<Field> fields;
    private final MethodHandle maker;
    private final List<MethodHandle> constants = new ArrayList<>();

    private SerializerCompiler(List<Field> fields, MethodHandle maker) {
        this.fields = fields;
        this.maker = maker;
    }

    /** Makes a serializer of objects that a constructor for serialization makes, and of which these fields have been opened. */
    static ObjectSerializer ofFields(Constructor<?> constructor, List<Field> fields) {
        List<Field> primitivesFirst = new ArrayList<>(fields);
        primitivesFirst.sort(Comparator.comparing(field -> !field.getType().isPrimitive()));
        return new SerializerCompiler(primitivesFirst, Instantiation.maker(constructor)).compile(false);
    }

    /** Makes a serializer of records; the canonical constructor, and the fields of its parameters, have been opened. */
    static ObjectSerializer ofRecord(Constructor<?> constructor, List<Field> components) {
        return new SerializerCompiler(components, Instantiation.recordMaker(constructor)).compile(true);
    }

    private ObjectSerializer compile(boolean isRecord) {
        byte[] bytes = ClassFile.of().build(SELF, type -> {
            type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC).withSuperclass(SUPERCLASS);
            type.withMethodBody(
                    INIT_NAME,
                    MTD_void,
                    0,
                    code -> code.aload(code.receiverSlot())
                            .invokespecial(SUPERCLASS, INIT_NAME, MTD_void)
                            .return_());
            addWrite(type, isRecord);
            if (isRecord) {
                addMethod(type, "read", READ, this::readRecord);
                addMethod(type, "copy", COPY, this::copyRecord);
            } else {
                addRead(type);
                addCopy(type);
            }
        });
        try {
            return (ObjectSerializer) LOOKUP.defineHiddenClassWithClassData(bytes, List.copyOf(constants), true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a serializer could not be made", e);
        }
    }

    private void addWrite(ClassBuilder type, boolean isRecord) {
        Parts parts = addParts(type, "write", OUTPUT, this::writeFields);
        addMethod(type, "write", WRITE, code -> {
            int kryo = kryo(code);
            int out = buffer(code, kryo, "output", OUTPUT);
            int object = code.parameterSlot(2);
            int id = code.allocateLocal(TypeKind.INT);
            if (isRecord) { // it is made after what it holds
                references(code, kryo)
                        .invokevirtual(REFERENCES, "begin", methodType(int.class))
                        .istore(id);
            }
            parts.call(code, kryo, out, object);
            if (isRecord) {
                references(code, kryo).iload(id).invokevirtual(REFERENCES, "end", methodType(void.class, int.class));
            }
            code.return_();
        });
    }

    private void writeFields(CodeBuilder code, List<Field> some) {
        int out = code.parameterSlot(1);
        int object = code.parameterSlot(2);
        for (int i = 0; i < some.size(); i++) {
            Field field = some.get(i);
            Class<?> type = basic(field);
            if (type.isPrimitive()) {
                look(code, out, OUTPUT, "room", some, i);
                code.aload(out);
                get(code, field, object);
                code.invokevirtual(OUTPUT, "put", methodType(void.class, type));
            } else {
                code.aload(code.parameterSlot(0));
                get(code, field, object);
                code.invokevirtual(KRYO, "write", methodType(void.class, Object.class));
            }
        }
    }

    private void addRead(ClassBuilder type) {
        Parts parts = addParts(type, "read", INPUT, this::readFields);
        addMethod(type, "read", READ, code -> {
            int kryo = kryo(code);
            int in = buffer(code, kryo, "input", INPUT);
            int object = make(code, kryo);
            parts.call(code, kryo, in, object);
            code.aload(object).areturn();
        });
    }

    private void readFields(CodeBuilder code, List<Field> some) {
        int kryo = code.parameterSlot(0);
        int in = code.parameterSlot(1);
        int object = code.parameterSlot(2);
        for (int i = 0; i < some.size(); i++) {
            int at = i;
            look(code, in, INPUT, "need", some, i);
            set(code, some.get(i), object, () -> read(code, some.get(at), kryo, in));
        }
    }

    private void addCopy(ClassBuilder type) {
        Parts parts = addParts(type, "copy", described(Object.class), this::copyFields);
        addMethod(type, "copy", COPY, code -> {
            int kryo = kryo(code);
            int object = make(code, kryo);
            parts.call(code, kryo, code.parameterSlot(1), object);
            count(code, kryo);
            code.aload(object).areturn();
        });
    }

    private void copyFields(CodeBuilder code, List<Field> some) {
        int kryo = code.parameterSlot(0);
        int original = code.parameterSlot(1);
        for (Field field : some) {
            set(code, field, code.parameterSlot(2), () -> {
                if (field.getType().isPrimitive()) {
                    get(code, field, original);
                } else {
                    code.aload(kryo);
                    get(code, field, original);
                    code.invokevirtual(KRYO, "copy", methodType(Object.class, Object.class));
                }
            });
        }
    }

    private void readRecord(CodeBuilder code) {
        int kryo = kryo(code);
        int in = buffer(code, kryo, "input", INPUT);
        load(code, maker);
        for (int i = 0; i < fields.size(); i++) {
            look(code, in, INPUT, "need", fields, i);
            read(code, fields.get(i), kryo, in);
        }
        invoke(code, maker);
        int object = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(object);
        note(code, kryo, object);
        code.aload(object).areturn();
    }

    /** A record whose components are the same objects as the original's is the original. */
    private void copyRecord(CodeBuilder code) {
        int kryo = kryo(code);
        int object = code.allocateLocal(TypeKind.REFERENCE);
        int differ = code.allocateLocal(TypeKind.INT);
        int[] copies = new int[fields.size()];
        code.iconst_0().istore(differ);
        for (int i = 0; i < copies.length; i++) {
            Field field = fields.get(i);
            TypeKind kind = TypeKind.from(basic(field));
            copies[i] = code.allocateLocal(kind);
            get(code, field, code.parameterSlot(1));
            if (kind == TypeKind.REFERENCE) {
                code.astore(object).aload(kryo).aload(object);
                code.invokevirtual(KRYO, "copy", methodType(Object.class, Object.class))
                        .astore(copies[i]);
                code.iload(differ).aload(object).aload(copies[i]);
                code.invokestatic(SUPERCLASS, "differ", methodType(int.class, Object.class, Object.class))
                        .ior();
                code.istore(differ);
            } else {
                code.storeLocal(kind, copies[i]);
            }
        }
        code.aload(code.parameterSlot(1)).astore(object).iload(differ).ifThen(made -> {
            load(made, maker);
            for (int i = 0; i < copies.length; i++) {
                made.loadLocal(TypeKind.from(basic(fields.get(i))), copies[i]);
            }
            invoke(made, maker);
            made.astore(object);
        });
        note(code, kryo, object);
        count(code, kryo);
        code.aload(object).areturn();
    }

    /** Static methods {@code (GraphKryo, source, Object)void} that treat a part of the fields each. */
    private record Parts(String name, int count, MethodTypeDesc type) {
        void call(CodeBuilder code, int kryo, int source, int object) {
            for (int i = 0; i < count; i++) {
                code.aload(kryo).aload(source).aload(object).invokestatic(SELF, name + i, type);
            }
        }
    }

    private Parts addParts(
            ClassBuilder type, String name, ClassDesc source, BiConsumer<CodeBuilder, List<Field>> body) {
        MethodTypeDesc partType = MethodTypeDesc.of(described(void.class), KRYO, source, described(Object.class));
        int count = 0;
        for (int from = 0; from < fields.size(); from += MOST_FIELDS_A_METHOD) {
            List<Field> some = fields.subList(from, Math.min(fields.size(), from + MOST_FIELDS_A_METHOD));
            type.withMethodBody(name + count++, partType, ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE, code -> {
                body.accept(code, some);
                code.return_();
            });
        }
        return new Parts(name, count, partType);
    }

    private static void addMethod(
            ClassBuilder type, String name, MethodTypeDesc signature, Consumer<CodeBuilder> body) {
        type.withMethodBody(name, signature, ClassFile.ACC_PUBLIC, body);
    }

    private static int kryo(CodeBuilder code) {
        int kryo = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(code.parameterSlot(0)).checkcast(KRYO).astore(kryo);
        return kryo;
    }

    private static int buffer(CodeBuilder code, int kryo, String name, ClassDesc type) {
        int buffer = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(kryo).getfield(KRYO, name, type).astore(buffer);
        return buffer;
    }

    private static CodeBuilder references(CodeBuilder code, int kryo) {
        return code.aload(kryo).getfield(KRYO, "references", REFERENCES);
    }

    private int make(CodeBuilder code, int kryo) {
        int object = code.allocateLocal(TypeKind.REFERENCE);
        load(code, maker);
        invoke(code, maker);
        code.astore(object);
        note(code, kryo, object);
        return object;
    }

    private static void note(CodeBuilder code, int kryo, int object) {
        code.aload(kryo).aload(object).invokevirtual(KRYO, "reference", methodType(void.class, Object.class));
    }

    private void count(CodeBuilder code, int kryo) {
        code.aload(kryo).loadConstant(HEADER_BYTES + (long) FIELD_BYTES * fields.size());
        code.invokevirtual(KRYO, "copied", methodType(void.class, long.class));
    }

    /** Before the first of several primitive fields: makes room for them in a buffer, or sees to it that it holds them. */
    private static void look(CodeBuilder code, int buffer, ClassDesc type, String method, List<Field> some, int at) {
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
    private static int bytes(Field field) {
        return field.getType().isPrimitive()
                ? ElementType.valueOf(field.getType().getName().toUpperCase(Locale.ROOT))
                        .elementBytes()
                : 0;
    }

    private static void read(CodeBuilder code, Field field, int kryo, int in) {
        Class<?> type = basic(field);
        if (type.isPrimitive()) {
            String name = type.getName();
            String method = "take" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            code.aload(in).invokevirtual(INPUT, method, methodType(type));
        } else {
            code.aload(kryo).invokevirtual(KRYO, "read", methodType(Object.class));
        }
    }

    private void get(CodeBuilder code, Field field, int object) {
        MethodHandle getter =
                found(() -> LOOKUP.unreflectGetter(field)).asType(MethodType.methodType(basic(field), Object.class));
        load(code, getter);
        code.aload(object);
        invoke(code, getter);
    }

    private void set(CodeBuilder code, Field field, int object, Runnable value) {
        MethodHandle setter = found(() -> LOOKUP.unreflectSetter(field))
                .asType(MethodType.methodType(void.class, Object.class, basic(field)));
        load(code, setter);
        code.aload(object);
        value.run();
        invoke(code, setter);
    }

    private void load(CodeBuilder code, MethodHandle handle) {
        int at = constants.indexOf(handle);
        if (at < 0) {
            at = constants.size();
            constants.add(handle);
        }
        code.loadConstant(DynamicConstantDesc.ofNamed(BSM_CLASS_DATA_AT, DEFAULT_NAME, CD_MethodHandle, at));
    }

    private static void invoke(CodeBuilder code, MethodHandle handle) {
        code.invokevirtual(
                CD_MethodHandle,
                "invokeExact",
                handle.type().describeConstable().orElseThrow());
    }

    private static Class<?> basic(Field field) {
        return field.getType().isPrimitive() ? field.getType() : Object.class;
    }

    private static ClassDesc described(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    private static MethodTypeDesc methodType(Class<?> result, Class<?>... parameters) {
        return MethodType.methodType(result, parameters).describeConstable().orElseThrow();
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
