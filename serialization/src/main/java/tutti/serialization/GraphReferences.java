package tutti.serialization;

import com.esotericsoftware.kryo.util.MapReferenceResolver;
import java.util.BitSet;

/** Objects seen in a graph, and which of them can't be referred to yet because they are made last. */
final class GraphReferences extends MapReferenceResolver {
    private final BitSet unfinished = new BitSet();
    private int lastCount;

    /** Notes that the object whose writing begins is made after what it holds; returns its number. */
    int begin() {
        int id = writtenObjects.size - 1;
        unfinished.set(id);
        return id;
    }

    void end(int id) {
        unfinished.clear(id);
    }

    @Override
    public int getWrittenId(Object object) {
        int id = super.getWrittenId(object);
        if (id >= 0 && unfinished.get(id)) {
            throw new UseJavaException(object.getClass()); // a cycle through it means what Java makes of it
        }
        return id;
    }

    @Override
    @SuppressWarnings("rawtypes") // as in Kryo
    public Object getReadObject(Class type, int id) {
        Object object = id < 0 || id >= readObjects.size() ? null : readObjects.get(id);
        if (object == null || !type.isInstance(object)) {
            throw new SerializationException("malformed bytes: reference=%d class=%s".formatted(id, type.getName()));
        }
        return object;
    }

    /** Returns how many objects the last graph that was read held. */
    int lastCount() {
        return lastCount;
    }

    @Override
    public void reset() {
        lastCount = readObjects.size();
        super.reset();
        unfinished.clear();
    }
}
