package tutti.serialization.serializer;

import com.esotericsoftware.kryo.Serializer;
import tutti.serialization.graph.RegistersReference;

/**
 * Writes, reads and copies the objects of one class field by field, as Java serialization does with a class without
 * hooks; made by {@link SerializerCompiler}. Used by many threads at once.
 */
abstract class ObjectSerializer extends Serializer<Object> implements RegistersReference {
    /** Tells whether two references differ, as 1 or 0. */
    @SuppressWarnings("ReferenceEquality") // the same components need no new record
    static int differ(Object one, Object two) {
        return one == two ? 0 : 1;
    }
}
