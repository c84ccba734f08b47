package tutti.serialization.graph;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import tutti.serialization.identity.IdentityTable;
import tutti.serialization.identity.ObjectPages;
import tutti.serialization.reflect.JavaSerializationRequiredException;

/**
 * The objects of one graph, numbered in the order in which they are met; which of them can't be referred to yet.
 *
 * <p>When a graph is written or copied an object is found by its identity; when it is read or copied what became of it,
 * by its number.
 */
public final class GraphReferences {
    private final IdentityTable met = new IdentityTable();
    private final BitSet unfinished = new BitSet();
    private final ObjectPages made = new ObjectPages();

    /** Numbers an object; returns the bitwise complement of its number if it has one already. */
    int meet(Object object) {
        return met.add(object);
    }

    /** Tells whether so many objects were met that the graph is larger than a core's own cache. */
    public boolean areMany() {
        return met.hasArchive();
    }

    /** Returns the number of an object that was met again, while a graph is written. */
    int writtenBefore(int complement, Object object) {
        int id = ~complement;
        if (unfinished.get(id)) {
            throw new JavaSerializationRequiredException(
                    object.getClass()); // a cycle through it means what Java makes of it
        }
        return id;
    }

    /** Notes that the object whose writing begins is made after what it holds; returns its number. */
    public int begin() {
        int id = met.size() - 1;
        unfinished.set(id);
        return id;
    }

    public void end(int id) {
        unfinished.clear(id);
    }

    /** Numbers an object that is about to be read or copied. */
    int reserve() {
        return made.next();
    }

    /** Notes what the object with a number has become. */
    void made(int id, Object object) {
        made.set(id, object);
    }

    /** Notes what the object with a number is, now that it is complete, unless that is known. */
    @SuppressWarnings("ReferenceEquality") // a reference to another object, equal or not, would be wrong
    void finished(int id, Object object) {
        if (made.get(id) != object) {
            made(id, object);
        }
    }

    /** Returns what the object with a number has become, or null if there is none yet. */
    @Nullable
    Object get(int id) {
        return id >= 0 && id < made.size() ? made.get(id) : null;
    }

    /** Returns how many objects the graph holds. */
    int count() {
        return made.size();
    }

    void reset() {
        met.clear();
        unfinished.clear();
        made.clear();
    }
}
