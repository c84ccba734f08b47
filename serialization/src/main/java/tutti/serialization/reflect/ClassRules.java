package tutti.serialization.reflect;

import java.io.Externalizable;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tutti.serialization.SerializationException;

/** Decides, once for each class, how its objects travel; knows a class' fields and its shape. */
public final class ClassRules {
    private static final Set<String> HOOKS = Set.of(
            "writeObject",
            "readObject",
            "readObjectNoData",
            "writeReplace",
            "readResolve",
            "writeExternal",
            "readExternal");

    private final ClassValue<Facts> facts = new ClassValue<>() {
        @Override
        protected Facts computeValue(Class<?> type) {
            return learn(type);
        }
    };

    /**
     * What is known of a class.
     *
     * @param fields what Java serialization would write, superclasses first
     * @param shape what differs when the class does, see {@link ClassShape}
     */
    @SuppressWarnings("ArrayRecordComponent") // facts are never compared
    private record Facts(ClassRule rule, List<Field> fields, byte[] shape) {}

    public ClassRule of(Class<?> type) {
        return facts.get(type).rule();
    }

    public List<Field> fields(Class<?> type) {
        return facts.get(type).fields();
    }

    /** Returns a text that differs when the class does; not to be changed. */
    public byte[] shape(Class<?> type) {
        return facts.get(type).shape();
    }

    private static Facts learn(Class<?> type) {
        ClassRule rule = ruleOf(type);
        if (rule != ClassRule.FIELDS && rule != ClassRule.RECORD) {
            return new Facts(rule, List.of(), new byte[0]);
        }
        try {
            List<Field> fields = serializedFields(type);
            fields.forEach(field -> field.setAccessible(true));
            if (rule == ClassRule.FIELDS && !Instantiation.isPossible(type)) {
                return new Facts(ClassRule.JAVA, List.of(), new byte[0]);
            }
            return new Facts(rule, fields, ClassShape.of(type, fields));
        } catch (InaccessibleObjectException | SecurityException e) {
            return new Facts(ClassRule.JAVA, List.of(), new byte[0]); // its module is closed to us, but not to java.io
        } catch (IllegalArgumentException e) {
            throw new SerializationException( // by ObjectStreamClass
                    "class has more fields than Java can serialize: class=%s; let it hold some of them in an array or another class"
                            .formatted(type.getName()),
                    e);
        }
    }

    private static ClassRule ruleOf(Class<?> type) {
        if (type.isArray()) {
            return type.componentType().isPrimitive() ? ClassRule.PRIMITIVE_ARRAY : ClassRule.ARRAY;
        }
        if (Enum.class.isAssignableFrom(type) && type != Enum.class) {
            return ClassRule.ENUM;
        }
        if (!Serializable.class.isAssignableFrom(type)) {
            return ClassRule.REFUSED;
        }
        if (type.isHidden()
                || type.isInterface()
                || Modifier.isAbstract(type.getModifiers())
                || Proxy.isProxyClass(type)
                || Externalizable.class.isAssignableFrom(type)
                || isOfTheJdk(type)
                || hasHooks(type)) {
            return ClassRule.JAVA;
        }
        return type.isRecord() ? ClassRule.RECORD : ClassRule.FIELDS;
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }

    /** Looks for names only: a class that has such a method, whatever its parameters, is rare enough. */
    private static boolean hasHooks(Class<?> type) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (Arrays.stream(each.getDeclaredMethods()).anyMatch(method -> HOOKS.contains(method.getName()))
                    || Arrays.stream(each.getDeclaredFields())
                            .anyMatch(field -> field.getName().equals("serialPersistentFields"))) {
                return true;
            }
        }
        return false;
    }

    private static List<Field> serializedFields(Class<?> type) {
        List<Class<?>> hierarchy = new ArrayList<>();
        for (Class<?> each = type;
                each != null && Serializable.class.isAssignableFrom(each);
                each = each.getSuperclass()) {
            hierarchy.addFirst(each);
        }
        List<Field> fields = new ArrayList<>();
        for (Class<?> each : hierarchy) {
            Arrays.stream(each.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    // a record's components are never transient
                    .filter(field -> !Modifier.isTransient(field.getModifiers()))
                    .sorted(Comparator.comparing(Field::getName))
                    .forEach(fields::add);
        }
        return List.copyOf(fields);
    }
}
