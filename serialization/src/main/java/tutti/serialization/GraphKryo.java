package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoCopyable;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * A Kryo whose serializers all come from the class rules, with the buffers it works on.
 *
 * <p>Used by one thread at a time.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as in Kryo
final class GraphKryo extends Kryo {
    final GraphOutput output = new GraphOutput();
    final GraphInput input = new GraphInput();
    final GraphReferences references;
    private final ClassRules rules;
    private final ClassFilter filter;
    private final Set<Object> copying = Collections.newSetFromMap(new IdentityHashMap<>());
    private int depth;
    private int depthLimit;
    private long copiedBytes;
    int failures;

    GraphKryo(ClassRules rules, ClassFilter filter, GraphReferences references) {
        super(new GraphClasses(rules), references);
        this.rules = rules;
        this.filter = filter;
        this.references = references;
        setRegistrationRequired(false);
        setOptimizedGenerics(false);
        JdkSerializers.registerAll(this);
    }

    /** Prepares for one graph. */
    void begin(int maxDepth) {
        setClassLoader(ClassLookup.contextLoader());
        setMaxDepth(maxDepth);
        depthLimit = maxDepth;
        depth = 0;
        copiedBytes = 0;
    }

    /** Forgets the graph, finished or not. */
    void end() {
        reset();
        output.release();
        input.release();
        copying.clear();
    }

    ClassFilter filter() {
        return filter;
    }

    @Override
    public Registration getRegistration(Class type) {
        Registration known = getClassResolver().getRegistration(type);
        if (known != null) {
            return known;
        }
        Class<?> named = rules.of(type) == ClassRule.ENUM && !type.isEnum() ? type.getSuperclass() : type;
        if (named != type) {
            return getRegistration(named);
        }
        return getClassResolver().registerImplicit(type);
    }

    @Override
    public Serializer getDefaultSerializer(Class type) {
        filter.check(type);
        return switch (rules.of(type)) {
            case PRIMITIVE_ARRAY -> new PrimitiveArraySerializer(type);
            case ARRAY -> new ReferenceArraySerializer(type.componentType());
            case ENUM -> new EnumNameSerializer();
            case RECORD -> new RecordSerializer(type);
            case FIELDS -> new FieldsSerializer(rules.fields(type));
            case JAVA -> throw new UseJavaException(type);
            case REFUSED -> throw new NotSerializableObjectException(type);
        };
    }

    @Override
    public <T> T copy(T object) {
        if (object == null || Immutables.isLeaf(object)) {
            return object;
        }
        if (object instanceof KryoCopyable) {
            throw new UseJavaException(object.getClass());
        }
        if (++depth > depthLimit) {
            throw new TooDeepException(depth);
        }
        T copy = super.copy(object);
        depth--;
        return copy;
    }

    /** Notes that the copying of an object begins that is made after what it holds. */
    void beginCopy(Object original) {
        if (!copying.add(original)) {
            throw new UseJavaException(original.getClass());
        }
    }

    void endCopy(Object original, Object copy) {
        copying.remove(original);
        getOriginalToCopyMap().put(original, copy);
    }

    void copied(long bytes) {
        copiedBytes += bytes;
    }

    long copiedBytes() {
        return copiedBytes;
    }
}
