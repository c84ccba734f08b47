package tutti.serialization.reflect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.serialization.SerializationException;

/**
 * Compares the shape of a class at the sender with that at the receiver: its serialVersionUID and fields, and those of
 * its superclasses.
 *
 * <p>As text, one {@code name=value} after the other, which makes a difference nameable.
 */
public final class ClassShape {
    private static final char IS = '=';
    private static final char END = ';';

    private ClassShape() {}

    /** Returns the shape of a class of which these fields are written. */
    static byte[] of(Class<?> type, List<Field> fields) {
        StringBuilder shape = new StringBuilder();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            ObjectStreamClass description = ObjectStreamClass.lookup(each);
            if (description != null) {
                shape.append(uidOf(each)).append(IS).append(description.getSerialVersionUID());
                shape.append(END);
            }
        }
        for (Field field : fields) {
            shape.append(field.getName()).append(IS).append(field.getType().getTypeName());
            shape.append(END);
        }
        return shape.toString().getBytes(UTF_8);
    }

    /** Returns the exception that names what differs. */
    public static SerializationException different(String className, byte[] sender, byte[] receiver) {
        return different(className, parts(new String(sender, UTF_8)), parts(new String(receiver, UTF_8)));
    }

    /** Throws if a class in a Java stream differs here: Java alone would drop fields, or leave them 0. */
    public static void check(ObjectStreamClass sender, Class<?> type) {
        ObjectStreamClass receiver = ObjectStreamClass.lookup(type);
        if (receiver == null || type.isEnum() || type.isArray() || type.getClassLoader() == null) {
            return; // enum constants go by name; the JDK is one version in all processes
        }
        Map<String, String> there = parts(sender, type);
        Map<String, String> here = parts(receiver, type);
        if (!there.equals(here)) {
            throw different(type.getName(), there, here);
        }
    }

    private static Map<String, String> parts(ObjectStreamClass description, Class<?> type) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put(uidOf(type), String.valueOf(description.getSerialVersionUID()));
        for (ObjectStreamField field : description.getFields()) {
            String signature = field.isPrimitive() ? String.valueOf(field.getTypeCode()) : field.getTypeString();
            parts.put(field.getName(), signature);
        }
        return parts;
    }

    private static String uidOf(Class<?> type) {
        return "serialVersionUID of " + type.getName();
    }

    private static SerializationException different(
            String className, Map<String, String> sender, Map<String, String> receiver) {
        List<String> differences = new ArrayList<>();
        sender.forEach((name, value) -> {
            String here = receiver.get(name);
            if (here == null) {
                differences.add("%s=%s only at the sender".formatted(name, value));
            } else if (!here.equals(value)) {
                differences.add("%s=%s at the sender, %s here".formatted(name, value, here));
            }
        });
        receiver.forEach((name, value) -> {
            if (!sender.containsKey(name)) {
                differences.add("%s=%s only here".formatted(name, value));
            }
        });
        return new SerializationException(
                "class differs between sender and receiver: class=%s difference=%s; run the same version of it in every process"
                        .formatted(className, differences));
    }

    private static Map<String, String> parts(String shape) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : shape.split(String.valueOf(END), -1)) {
            int is = part.indexOf(IS);
            if (is > 0) {
                parts.merge(part.substring(0, is), part.substring(is + 1), (one, two) -> one + " and " + two);
            }
        }
        return parts;
    }
}
