package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import tutti.serialization.array.PrimitiveArrays;
import tutti.serialization.filter.ClassFilter;
import tutti.serialization.filter.ClassLookup;
import tutti.serialization.graph.GraphClasses;
import tutti.serialization.graph.GraphKryo;

/**
 * The JDK's classes that graphs hold most, each by its public interface only.
 *
 * <p>Exact classes: a subclass may hold more. Their order gives them their numbers, which are part of the wire format.
 */
@SuppressWarnings({"rawtypes", "unchecked", "JdkObsolete", "JavaUtilDate", "NonApiType"
}) // as in Kryo; users may send old collections, too
final class JdkSerializers {
    private final GraphKryo kryo;
    private final ClassFilter filter;
    private int number = GraphClasses.FIRST_NUMBER;

    private JdkSerializers(GraphKryo kryo, ClassFilter filter) {
        this.kryo = kryo;
        this.filter = filter;
    }

    static void registerAll(GraphKryo kryo, ClassFilter filter) {
        JdkSerializers all = new JdkSerializers(kryo, filter);
        JdkValueSerializers.registerAll(all::add, all::classNamed);
        JdkCollectionSerializers.registerAll(all::add);
        all.arrays();
    }

    private void add(Class<?> type, Serializer<?> serializer) {
        Serializer<?> allowed = filter.allows(type) ? serializer : refusing(type);
        kryo.register(new Registration(type, allowed, number++));
    }

    private LeafSerializer<Object> refusing(Class<?> type) {
        return new LeafSerializer<>(
                (out, value) -> {
                    throw filter.refusal(type);
                },
                in -> {
                    throw filter.refusal(type);
                });
    }

    private void arrays() {
        PrimitiveArrays.TYPES.forEach(type -> add(type.arrayClass(), new PrimitiveArraySerializer(type.arrayClass())));
        PrimitiveArrays.TYPES.forEach(
                type -> add(type.arrayClass().arrayType(), new ReferenceArraySerializer(type.arrayClass())));
        add(Object[].class, new ReferenceArraySerializer(Object.class));
        add(String[].class, new ReferenceArraySerializer(String.class));
    }

    private Class<?> classNamed(String name) {
        Class<?> primitive = Class.forPrimitiveName(name);
        if (primitive != null) {
            return primitive;
        }
        ClassFilter.checkName(name);
        Class<?> type = ClassLookup.find(name, kryo.getClassLoader());
        filter.check(type);
        return type;
    }
}
