package tutti.serialization.graph;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoCopyable;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ChunkReader;
import tutti.serialization.SerializationException;
import tutti.serialization.filter.ClassFilter;
import tutti.serialization.filter.ClassLookup;
import tutti.serialization.reflect.ClassRule;
import tutti.serialization.reflect.ClassRules;
import tutti.serialization.reflect.HashCost;
import tutti.serialization.reflect.Immutables;
import tutti.serialization.reflect.JavaSerializationRequiredException;

/**
 * A Kryo whose serializers all come from the class rules, with the buffers it works on.
 *
 * <p>An object is written as one number: 0 for null, 1 for one that the message holds already, whose number follows, or
 * 2 and the number of its class; then what its serializer writes. Used by one thread at a time.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as in Kryo
public final class GraphKryo extends Kryo {
    private static final int NULL = 0;
    private static final int REFERENCE = 1;
    private static final int FIRST_CLASS = 2;
    private static final int INTEGER = FIRST_CLASS + 0; // Kryo's own numbers
    private static final int STRING = FIRST_CLASS + 1;
    private static final int DOUBLE = FIRST_CLASS + 8;

    public final GraphOutput output = new GraphOutput();
    public final GraphInput input = new GraphInput();
    public final GraphReferences references = new GraphReferences();
    private final GraphClasses classes;
    private final ClassRules rules;
    private final CountForFilter count;
    private final Function<Class<?>, Serializer<?>> serializers;
    private final HashCost hashCost;
    private int depth;
    private int depthLimit;
    private int current; // number of the object that is being read or copied
    private long copiedBytes;
    private int failures;

    @SuppressWarnings("unused") // lest the compiler leave out looks whose result is not needed
    private int expectedNumbers;

    /**
     * Makes a Kryo that knows no class yet.
     *
     * @param serializers gives the serializer of a class that has no fixed number, or throws why there is none
     */
    public GraphKryo(ClassRules rules, ClassFilter filter, Function<Class<?>, Serializer<?>> serializers) {
        super(new GraphClasses(rules, filter), null);
        this.rules = rules;
        count = new CountForFilter(filter);
        this.serializers = serializers;
        hashCost = new HashCost(rules);
        classes = (GraphClasses) getClassResolver();
        setRegistrationRequired(false);
        setOptimizedGenerics(false);
    }

    /** Fixes the numbers of the classes that have been registered. */
    public void fixNumbers() {
        classes.fix();
    }

    /** Prepares for one graph. */
    public void begin(int maxDepth) {
        setClassLoader(ClassLookup.contextLoader());
        depthLimit = maxDepth;
        depth = 0;
        current = -1;
        copiedBytes = 0;
    }

    /** Forgets the graph, finished or not. */
    public void end() {
        classes.reset();
        references.reset();
        output.release();
        input.release();
    }

    /** Counts a graph that was not finished, of which a few numbers stay behind; returns how many there were. */
    public int addFailure() {
        return ++failures;
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
        return serializers.apply(type);
    }

    @Override
    public void writeClassAndObject(Output out, @Nullable Object object) {
        write(object);
    }

    /** Writes an object of any class, or null. */
    public void write(@Nullable Object object) {
        switch (object) {
            case null -> output.writeNumber(NULL);
            case Integer number -> {
                output.writeNumber(INTEGER);
                output.writeInt(number, false);
            }
            case Double number -> {
                output.writeNumber(DOUBLE);
                output.writeDouble(number);
            }
            case String text -> writeText(text);
            default -> writeObject(object);
        }
    }

    private void writeText(String text) {
        int id = references.meet(text);
        if (id < 0) {
            writeReference(id, text);
        } else {
            output.writeNumber(STRING);
            output.writeString(text);
        }
    }

    private void writeReference(int complement, Object object) {
        output.writeNumber(REFERENCE);
        output.writeNumber(references.writtenBefore(complement, object));
    }

    /** Returns the number of a class of boxed primitives, for {@link #writeBox}; -1 if it is another class. */
    public int boxNumber(Class<?> type) {
        int number = classes.boxNumber(type);
        return number < 0 ? number : FIRST_CLASS + number;
    }

    /** Writes a boxed primitive whose reader knows its class. */
    public void writeBox(int number, Object box) {
        switch (number) {
            case INTEGER -> output.writeInt((Integer) box, false);
            case DOUBLE -> output.writeDouble((Double) box);
            default -> classes.box(number - FIRST_CLASS).serializer.write(this, output, box);
        }
    }

    /** Reads what {@link #writeBox} wrote. */
    public Object readBox(int number) {
        countReference();
        return switch (number) {
            case INTEGER -> input.readInt(false);
            case DOUBLE -> input.readDouble();
            default -> {
                GraphClasses.Known type = classes.box(number - FIRST_CLASS);
                yield type.serializer.read(this, input, type.type);
            }
        };
    }

    /**
     * Looks at an object that will be written soon, so that its memory is on the way meanwhile.
     *
     * <p>Objects that are written between two others are too many instructions for the processor to look beyond them by
     * itself.
     */
    public void expect(@Nullable Object object) {
        if (object instanceof Integer) {
            expectedNumbers++;
        }
    }

    private void writeObject(Object object) {
        GraphClasses.Known type = classes.of(object.getClass());
        if (type.shared) {
            int id = references.meet(object);
            if (id < 0) {
                writeReference(id, object);
                return;
            }
        }
        classes.write(output, type, FIRST_CLASS);
        descend();
        type.serializer.write(this, output, object);
        depth--;
    }

    @Override
    public @Nullable Object readClassAndObject(Input in) {
        return read();
    }

    /** Prepares to read a message. */
    public void open(ChunkReader in, long maxArrayLength) {
        input.open(in, maxArrayLength);
        count.begin(in.remaining());
        hashCost.beginKeys(in.remaining());
    }

    /** Reads what {@link #write} wrote. */
    @Nullable
    public Object read() {
        countReference();
        int header = input.readNumber();
        return switch (header) {
            case NULL -> null;
            case REFERENCE -> referred(input.readNumber());
            case INTEGER -> input.readInt(false);
            case STRING -> readText();
            case DOUBLE -> input.readDouble();
            default -> readObject(classes.read(input, header - FIRST_CLASS));
        };
    }

    private String readText() {
        int id = references.reserve();
        String text = input.readString();
        if (text == null) {
            throw new SerializationException("malformed bytes: text is missing");
        }
        references.made(id, text);
        return text;
    }

    private void countReference() {
        if (count.isDue()) {
            askFilter();
        }
    }

    /** Shows the filter how much has been read; throws if that is more than it allows. */
    public void askFilter() {
        count.show(depth + 1L, input.remaining());
    }

    /** Reads a key of a table that hashes it; throws if that would take too long. */
    @Nullable
    public Object readKey() {
        Object key = read();
        hashCost.add(key);
        return key;
    }

    private Object referred(int id) {
        Object object = references.get(id);
        if (object == null) {
            throw new SerializationException("malformed bytes: reference=" + id);
        }
        return object;
    }

    private Object readObject(GraphClasses.Known type) {
        descend();
        Object object;
        if (type.shared) {
            int outer = current;
            int id = references.reserve();
            current = id;
            object = type.serializer.read(this, input, type.type);
            if (!type.noted) {
                references.finished(id, object);
            }
            current = outer;
        } else {
            object = type.serializer.read(this, input, type.type);
        }
        depth--;
        return object;
    }

    @Override
    public <T> @Nullable T copy(@Nullable T object) {
        if (object == null || Immutables.isLeaf(object)) {
            return object;
        }
        int id = references.meet(object);
        if (id < 0) {
            return (T) copiedBefore(~id, object);
        }
        references.reserve(); // the same number
        GraphClasses.Known type = classes.of(object.getClass());
        if (object instanceof KryoCopyable) {
            throw new JavaSerializationRequiredException(type.type);
        }
        descend();
        int outer = current;
        current = id;
        Object copy = type.serializer.copy(this, object);
        if (!type.noted) {
            references.finished(id, copy);
        }
        current = outer;
        depth--;
        return (T) copy;
    }

    private Object copiedBefore(int id, Object original) {
        Object copy = references.get(id);
        if (copy == null) {
            throw new JavaSerializationRequiredException(
                    original.getClass()); // it is made after what it holds: a cycle
        }
        return copy;
    }

    /** Notes what the object being read or copied has become, before what it holds is. */
    @Override
    public void reference(Object object) {
        references.made(current, object);
    }

    private void descend() {
        if (++depth > depthLimit) {
            throw new DepthExceededException(depth);
        }
    }

    public void copied(long bytes) {
        copiedBytes += bytes;
    }

    public long copiedBytes() {
        return copiedBytes;
    }
}
