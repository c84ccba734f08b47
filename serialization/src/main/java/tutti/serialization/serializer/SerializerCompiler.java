package tutti.serialization.serializer;

import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;
import static tutti.serialization.serializer.SerializerCode.INPUT;
import static tutti.serialization.serializer.SerializerCode.KRYO;
import static tutti.serialization.serializer.SerializerCode.OUTPUT;
import static tutti.serialization.serializer.SerializerCode.REFERENCES;
import static tutti.serialization.serializer.SerializerCode.basic;
import static tutti.serialization.serializer.SerializerCode.buffer;
import static tutti.serialization.serializer.SerializerCode.described;
import static tutti.serialization.serializer.SerializerCode.kryo;
import static tutti.serialization.serializer.SerializerCode.methodType;
import static tutti.serialization.serializer.SerializerCode.read;
import static tutti.serialization.serializer.SerializerCode.references;
import static tutti.serialization.serializer.SerializerCode.registerReference;
import static tutti.serialization.serializer.SerializerCode.requireBytes;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tutti.serialization.reflect.Instantiation;

/**
 * Makes the serializer of a class: a hidden class whose methods say for one field after the other what is to be done
 * with it.
 *
 * <p>Fields may be private, so they are reached by method handles; these are constants of the hidden class, so that the
 * JVM makes one piece of machine code of each method. In objects that are no records the primitive fields come first:
 * one look tells whether the buffer has room for all of them, or holds them all.
 */
final class SerializerCompiler {
    /** The JVM does not compile methods that are too large. */
    private static final int MOST_FIELDS_A_METHOD = 128;

    private static final int HEADER_BYTES = 16; // of an object in memory, about
    private static final int FIELD_BYTES = 8;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ClassDesc SUPERCLASS = described(ObjectSerializer.class);
    private static final ClassDesc SELF = ClassDesc.of(ObjectSerializer.class.getPackageName(), "CompiledSerializer");
    private static final MethodTypeDesc WRITE = methodType(void.class, Kryo.class, Output.class, Object.class);
    private static final MethodTypeDesc READ = methodType(Object.class, Kryo.class, Input.class, Class.class);
    private static final MethodTypeDesc COPY = methodType(Object.class, Kryo.class, Object.class);

    private final List<Field> fields;
    private final MethodHandle maker;
    private final FieldHandles handles = new FieldHandles();

    private SerializerCompiler(List<Field> fields, MethodHandle maker) {
        this.fields = fields;
        this.maker = maker;
    }

    /**
     * Makes a serializer of objects that a constructor for serialization makes, and of which these fields have been
     * opened.
     */
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
            return (ObjectSerializer) LOOKUP.defineHiddenClassWithClassData(bytes, handles.constants(), true)
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
                requireBytes(code, out, OUTPUT, "room", some, i);
                code.aload(out);
                handles.get(code, field, object);
                code.invokevirtual(OUTPUT, "put", methodType(void.class, type));
            } else {
                code.aload(code.parameterSlot(0));
                handles.get(code, field, object);
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
            requireBytes(code, in, INPUT, "need", some, i);
            handles.set(code, some.get(i), object, () -> read(code, some.get(at), kryo, in));
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
            handles.set(code, field, code.parameterSlot(2), () -> {
                if (field.getType().isPrimitive()) {
                    handles.get(code, field, original);
                } else {
                    code.aload(kryo);
                    handles.get(code, field, original);
                    code.invokevirtual(KRYO, "copy", methodType(Object.class, Object.class));
                }
            });
        }
    }

    private void readRecord(CodeBuilder code) {
        int kryo = kryo(code);
        int in = buffer(code, kryo, "input", INPUT);
        handles.load(code, maker);
        for (int i = 0; i < fields.size(); i++) {
            requireBytes(code, in, INPUT, "need", fields, i);
            read(code, fields.get(i), kryo, in);
        }
        FieldHandles.invoke(code, maker);
        int object = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(object);
        registerReference(code, kryo, object);
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
            handles.get(code, field, code.parameterSlot(1));
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
            handles.load(made, maker);
            for (int i = 0; i < copies.length; i++) {
                made.loadLocal(TypeKind.from(basic(fields.get(i))), copies[i]);
            }
            FieldHandles.invoke(made, maker);
            made.astore(object);
        });
        registerReference(code, kryo, object);
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

    private int make(CodeBuilder code, int kryo) {
        int object = code.allocateLocal(TypeKind.REFERENCE);
        handles.load(code, maker);
        FieldHandles.invoke(code, maker);
        code.astore(object);
        registerReference(code, kryo, object);
        return object;
    }

    private void count(CodeBuilder code, int kryo) {
        code.aload(kryo).loadConstant(HEADER_BYTES + (long) FIELD_BYTES * fields.size());
        code.invokevirtual(KRYO, "copied", methodType(void.class, long.class));
    }
}
