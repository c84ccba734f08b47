/**
 * Objects and primitive arrays to bytes and back, and copies of objects inside one JVM.
 *
 * <p>Classes of named modules go by Kryo if their package is open to this module, else by Java serialization.
 */
@SuppressWarnings({"module", "requires-automatic"}) // the floors above are not seen from here; Kryo has a name only
module tutti.serialization {
    requires static transitive org.jspecify;
    requires com.esotericsoftware.kryo;
    requires jdk.unsupported; // ReflectionFactory, by reflection

    exports tutti.serialization;
    exports tutti.serialization.codec to
            tutti.group;
    exports tutti.serialization.inbound to
            tutti.messaging;

    uses tutti.serialization.CodecProvider;
}
