/**
 * Objects and primitive arrays to bytes and back, and copies of objects inside one JVM.
 *
 * <p>This floor knows nothing of members, groups or sockets. This package holds what programs name: buffers, the
 * interface of codecs, the exceptions. The packages below hold the standard codec: {@code codec} chooses the encoding
 * of a value; {@code graph} writes, reads and copies graphs of objects by Kryo, with the serializers of {@code
 * serializer}; {@code reflect} decides how a class travels, {@code filter} whether it may; {@code array} treats
 * primitive arrays, {@code memory} their bytes; {@code identity} numbers objects; {@code inbound} holds encoded bytes
 * that still arrive.
 *
 * <p>Codecs and encoded bytes are thread-safe, readers and writers are not. No class here holds two locks.
 */
@NullMarked
package tutti.serialization;

import org.jspecify.annotations.NullMarked;
