package tutti.serialization.graph;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import com.esotericsoftware.kryo.util.Util;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.serialization.SerializationException;
import tutti.serialization.filter.ClassFilter;
import tutti.serialization.filter.ClassLookup;
import tutti.serialization.reflect.ClassRules;
import tutti.serialization.reflect.ClassShape;

/**
 * Classes in a graph: each is named once in a message, with its shape, and numbered by the message from then on.
 *
 * <p>The JDK's common classes have fixed numbers, which are part of the wire format.
 */
@SuppressWarnings("rawtypes") // as in Kryo
public final class GraphClasses extends DefaultClassResolver {
    /** Storing a reference costs more than a look into the map, if classes take turns. */
    private static final int OTHERS_A_CHANGE = 16;

    /** Kryo numbers primitives and strings itself. */
    public static final int FIRST_NUMBER = 16;

    private final ClassRules rules;
    private final ClassFilter filter;
    private final IdentityHashMap<Class<?>, Known> known = new IdentityHashMap<>();
    private final Map<String, Known> byName = new HashMap<>();
    private final List<Known> read = new ArrayList<>(); // those that this message named, then those of earlier ones
    private @Nullable Known[] fixed = {};
    private Known last; // two that are met often
    private Known lastBut1;
    private int others; // how often another class was met
    private ClassLoader loader = GraphClasses.class.getClassLoader();
    private int message; // in which a class was named
    private int written;
    private int readHere; // so many of those that were read were named by this message

    GraphClasses(ClassRules rules, ClassFilter filter) {
        this.rules = rules;
        this.filter = filter;
        last = new Known(void.class, new com.esotericsoftware.kryo.serializers.DefaultSerializers.VoidSerializer(), -1);
        lastBut1 = last;
    }

    /** A class whose objects can travel in graphs. */
    static final class Known {
        final Class<?> type;
        final Serializer serializer;
        /** Whether an object of it is written once only, however many refer to it. */
        final boolean shared;

        /** Whether the serializer notes the object it makes, see {@link GraphKryo#reference}. */
        final boolean noted;

        private final int fixedNumber; // or -1
        private int number;
        private int namedIn = -1;
        private byte @Nullable [] header; // how it is named, once it has been

        private Known(Class<?> type, Serializer serializer, int fixedNumber) {
            this.type = type;
            this.serializer = serializer;
            this.fixedNumber = fixedNumber;
            noted = serializer instanceof RegistersReference;
            shared = !Util.isWrapperClass(type) && !Util.isEnum(type);
        }
    }

    /** Fixes the numbers of the classes that have been registered. */
    void fix() {
        fixed = new @Nullable Known[0];
        for (int number = 0; ; number++) {
            Registration registration = getRegistration(number);
            if (registration == null && number >= FIRST_NUMBER) {
                return;
            }
            fixed = Arrays.copyOf(fixed, number + 1);
            if (registration != null && registration.getType() != void.class) {
                Class<?> type = Util.getWrapperClass(registration.getType());
                Known each = new Known(type, registration.getSerializer(), number);
                fixed[number] = each;
                known.put(type, each);
            }
        }
    }

    /** Returns what is known of a class; throws what its rule says if its objects can't travel so. */
    Known of(Class<?> type) {
        if (type == last.type) {
            return last;
        }
        if (type == lastBut1.type) {
            return lastBut1;
        }
        Known found = known.get(type);
        if (found == null) {
            Registration registration = kryo.getRegistration(type);
            found = registration.getType() == type
                    ? new Known(type, registration.getSerializer(), -1)
                    : of(registration.getType()); // of a constant with a body: the enum
            known.put(type, found);
        }
        if ((++others & OTHERS_A_CHANGE - 1) == 0) {
            lastBut1 = last;
            last = found;
        }
        return found;
    }

    /** Returns the fixed number of a class of boxed primitives, or -1 if it is another class. */
    int boxNumber(Class<?> type) {
        return Util.isWrapperClass(type) ? of(type).fixedNumber : -1;
    }

    /** Returns the class of boxed primitives that has a fixed number. */
    Known box(int number) {
        Known type = number >= 0 && number < fixed.length ? fixed[number] : null;
        if (type == null || !Util.isWrapperClass(type.type)) {
            throw new SerializationException("malformed bytes: number of a boxed primitive's class=" + number);
        }
        return type;
    }

    /** Writes the number of a class, and its name and shape if the message has not named it yet. */
    void write(GraphOutput output, Known type, int offset) {
        if (type.fixedNumber >= 0) {
            output.writeNumber(offset + type.fixedNumber);
            return;
        }
        boolean named = type.namedIn == message;
        if (!named) {
            type.namedIn = message;
            type.number = written++;
        }
        output.writeNumber(offset + fixed.length + type.number);
        if (!named) {
            output.writeBytes(header(type));
        }
    }

    /** Returns the name and the shape of a class, as a message holds them. */
    private byte[] header(Known type) {
        byte[] header = type.header;
        if (header == null) {
            byte[] shape = rules.shape(type.type);
            GraphOutput start = new GraphOutput();
            start.writeString(type.type.getName());
            start.writeVarInt(shape.length, true);
            header = Arrays.copyOf(start.toBytes(), start.position() + shape.length);
            System.arraycopy(shape, 0, header, start.position(), shape.length);
            type.header = header;
        }
        return header;
    }

    /** Returns the class with a number, and reads its name and shape if the message has not named it yet. */
    Known read(GraphInput input, int number) {
        int named = number - fixed.length;
        Known type = named >= 0 ? null : number >= 0 ? fixed[number] : null;
        if (type != null) {
            return type;
        }
        if (named >= 0 && named < readHere) {
            return read.get(named);
        }
        if (named != readHere) {
            throw new SerializationException("malformed bytes: classNumber=%d known=%d".formatted(named, readHere));
        }
        Known added = readNext(input);
        readHere++;
        return added;
    }

    /** Reads a name and a shape; most messages name the same classes in the same order as the one before. */
    private Known readNext(GraphInput input) {
        if (!loader.equals(kryo.getClassLoader())) { // the message has named none yet
            loader = kryo.getClassLoader();
            byName.clear();
            read.clear();
        }
        if (readHere == read.size()) {
            Known added = readNamed(input);
            read.add(added);
            return added;
        }
        if (!input.skip(header(read.get(readHere)))) {
            read.set(readHere, readNamed(input));
        }
        return read.get(readHere);
    }

    private Known readNamed(GraphInput input) {
        String name = input.readString();
        if (name == null) {
            throw new SerializationException("malformed bytes: class has no name");
        }
        Known type = find(name);
        byte[] here = rules.shape(type.type);
        byte[] there = input.readBytes(input.readVarInt(true));
        if (!Arrays.equals(here, there)) {
            throw ClassShape.different(name, there, here);
        }
        return type;
    }

    private Known find(String name) {
        Known found = byName.get(name);
        if (found == null) {
            ClassFilter.checkName(name);
            Class<?> type = ClassLookup.find(name, loader);
            filter.check(type); // before its serialVersionUID is asked for, which initializes it
            found = of(type);
            byName.put(name, found);
        }
        return found;
    }

    @Override
    public void reset() {
        message++;
        written = 0;
        readHere = 0;
    }
}
