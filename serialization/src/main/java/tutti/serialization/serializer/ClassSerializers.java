package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Serializer;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import tutti.serialization.SerializationException;
import tutti.serialization.filter.ClassFilter;
import tutti.serialization.graph.GraphKryo;
import tutti.serialization.reflect.ClassRule;
import tutti.serialization.reflect.ClassRules;
import tutti.serialization.reflect.Instantiation;
import tutti.serialization.reflect.JavaSerializationRequiredException;
import tutti.serialization.reflect.NotSerializableClassException;

/** Chooses the serializer of each class by its rule; those that are compiled are compiled once. */
public final class ClassSerializers {
    private final ClassRules rules;
    private final ClassFilter filter;

    private final ClassValue<ObjectSerializer> compiled = new ClassValue<>() {
        @Override
        protected ObjectSerializer computeValue(Class<?> type) {
            return rules.of(type) == ClassRule.RECORD
                    ? ofRecord(type)
                    : SerializerCompiler.ofFields(
                            Objects.requireNonNull(Instantiation.constructor(type), "its rule says so"),
                            rules.fields(type));
        }
    };

    /** Makes the serializers of one codec. */
    public ClassSerializers(ClassRules rules, ClassFilter filter) {
        this.rules = rules;
        this.filter = filter;
    }

    /** Makes a Kryo that has these serializers, and those of the JDK's common classes. */
    public GraphKryo newKryo() {
        GraphKryo kryo = new GraphKryo(rules, filter, this::of);
        JdkSerializers.registerAll(kryo, filter);
        kryo.fixNumbers();
        return kryo;
    }

    private Serializer<?> of(Class<?> type) {
        filter.check(type);
        return switch (rules.of(type)) {
            case PRIMITIVE_ARRAY -> new PrimitiveArraySerializer(type);
            case ARRAY -> new ReferenceArraySerializer(type.componentType());
            case ENUM -> new EnumNameSerializer();
            case RECORD, FIELDS -> compiled.get(type);
            case JAVA -> throw new JavaSerializationRequiredException(type);
            case REFUSED -> throw new NotSerializableClassException(type);
        };
    }

    private static ObjectSerializer ofRecord(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            List<Field> fields = new ArrayList<>();
            for (RecordComponent component : components) {
                Field field = type.getDeclaredField(component.getName());
                field.setAccessible(true);
                fields.add(field);
            }
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return SerializerCompiler.ofRecord(constructor, fields);
        } catch (ReflectiveOperationException e) {
            throw new SerializationException("record has no canonical constructor: class=" + type.getName(), e);
        }
    }
}
