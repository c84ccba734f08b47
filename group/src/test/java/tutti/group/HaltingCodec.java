package tutti.group;

import com.google.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.Shrink;
import tutti.serialization.Codec;
import tutti.serialization.CodecProvider;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationSettings;

/**
 * The standard codec, which halts its JVM at one message of a shrink: before it sends it for the n-th time, or after it
 * has got it.
 *
 * <p>So a test can let a process die at an exact step, with nothing in the library that knows of it.
 */
public final class HaltingCodec implements CodecProvider {
    static final String AT = "tutti.test.halt.at"; // as "SEND PROPOSE 2"

    private static volatile boolean armed;
    private static int seen; // guarded by the class

    /** From now on the JVM halts. */
    static void arm() {
        armed = true;
    }

    private static synchronized void passes(String direction, @Nullable Object value) {
        String[] at = System.getProperty(AT, "NEVER").split(" ", 3);
        if (!armed || !at[0].equals(direction) || !(value instanceof byte[] bytes)) {
            return;
        }
        try {
            Shrink message = Shrink.parseFrom(bytes);
            if (message.hasGroup() && message.getKindCase().name().equals(at[1]) && ++seen == Integer.parseInt(at[2])) {
                Runtime.getRuntime().halt(9);
            }
        } catch (InvalidProtocolBufferException e) {
            // another message
        }
    }

    @Override
    public Codec create(Codec standard, SerializationSettings settings) {
        return new Codec() {
            @Override
            public Encoded encode(@Nullable Object value) {
                passes("SEND", value);
                return standard.encode(value);
            }

            @Override
            public @Nullable Object decode(Encoded encoded) {
                Object value = standard.decode(encoded);
                passes("GET", value);
                return value;
            }

            @Override
            public Encoded encodeBuffer(DirectBuffer buffer) {
                return standard.encodeBuffer(buffer);
            }

            @Override
            public byte @Nullable [] bufferPrefix(DirectBuffer buffer) {
                return standard.bufferPrefix(buffer);
            }

            @Override
            public @Nullable String decodeInto(Encoded encoded, DirectBuffer target) {
                return standard.decodeInto(encoded, target);
            }

            @Override
            public Snapshot snapshot(@Nullable Object value) {
                return standard.snapshot(value);
            }
        };
    }
}
