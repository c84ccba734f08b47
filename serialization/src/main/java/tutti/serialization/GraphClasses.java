package tutti.serialization;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Classes in a graph: each is named once in a message, with its shape, and numbered by the message from then on.
 *
 * <p>The JDK's common classes have fixed numbers, which are part of the wire format.
 */
@SuppressWarnings("rawtypes") // as in Kryo
final class GraphClasses extends DefaultClassResolver {
    private final ClassRules rules;
    private final IdentityHashMap<Class, Integer> written = new IdentityHashMap<>();
    private final List<Registration> read = new ArrayList<>();
    private final Map<String, Registration> byName = new HashMap<>();
    private ClassLoader loader = GraphClasses.class.getClassLoader();

    GraphClasses(ClassRules rules) {
        this.rules = rules;
    }

    @Override
    protected void writeName(Output output, Class type, Registration registration) {
        output.writeByte(NAME + 2);
        Integer number = written.putIfAbsent(registration.getType(), written.size());
        if (number != null) {
            output.writeVarInt(number, true);
            return;
        }
        output.writeVarInt(written.size() - 1, true);
        output.writeString(registration.getType().getName());
        output.writeLong(rules.shape(registration.getType()));
    }

    @Override
    protected Registration readName(Input input) {
        int number = input.readVarInt(true);
        if (number >= 0 && number < read.size()) {
            return read.get(number);
        }
        if (number != read.size()) {
            throw new SerializationException("malformed bytes: classNumber=%d known=%d".formatted(number, read.size()));
        }
        String name = input.readString();
        if (name == null) {
            throw new SerializationException("malformed bytes: class has no name");
        }
        Registration registration = find(name);
        long shape = input.readLong();
        if (shape != rules.shape(registration.getType())) {
            throw new SerializationException(
                    "class differs between sender and receiver: class=%s; run the same version of it in every process"
                            .formatted(name));
        }
        read.add(registration);
        return registration;
    }

    private Registration find(String name) {
        if (!loader.equals(kryo.getClassLoader())) {
            loader = kryo.getClassLoader();
            byName.clear();
        }
        Registration known = byName.get(name);
        if (known == null) {
            known = kryo.getRegistration(ClassLookup.find(name, loader));
            byName.put(name, known);
        }
        return known;
    }

    @Override
    public void reset() {
        written.clear();
        read.clear();
    }
}
