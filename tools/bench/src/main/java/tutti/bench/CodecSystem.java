package tutti.bench;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Objects;
import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import org.objenesis.strategy.StdInstantiatorStrategy;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;

/** Something that turns objects into bytes and back, and keeps what is shared and cyclic. */
interface CodecSystem {
    /** Returns an encoding, in the system's own form. */
    Object encode(Object value);

    /** Returns what an encoding holds. */
    Object decode(Object encoding);

    /** Returns the length of an encoding. */
    long lengthBytes(Object encoding);

    /** Names of the peers. */
    List<String> PEERS = List.of("kryo", "fory", "java");

    /** Returns a system by its name. */
    static CodecSystem of(String name) {
        return switch (name) {
            case "tutti" -> new OfTutti(standardCodec());
            case "kryo" -> new OfKryo();
            case "fory" -> new OfFory();
            case "java" -> new OfJava();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Makes the codec of messages, which programs only replace, so that no class of it is exported. */
    private static Codec standardCodec() {
        try {
            return Class.forName("tutti.serialization.codec.ObjectCodec")
                    .asSubclass(Codec.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The codec of Tutti's messages. */
    record OfTutti(Codec codec) implements CodecSystem {
        @Override
        public Object encode(Object value) {
            return codec.encode(value);
        }

        @Override
        public Object decode(Object encoding) {
            return Objects.requireNonNull(codec.decode((Encoded) encoding));
        }

        @Override
        public long lengthBytes(Object encoding) {
            return ((Encoded) encoding).lengthBytes();
        }
    }

    /** A system whose encodings are arrays. */
    interface OfBytes extends CodecSystem {
        @Override
        default long lengthBytes(Object encoding) {
            return ((byte[]) encoding).length;
        }
    }

    /** Kryo as its users have it, with references. */
    final class OfKryo implements OfBytes {
        private final Kryo kryo = new Kryo();
        private final Output output = new Output(1024, -1);

        OfKryo() {
            kryo.setRegistrationRequired(false);
            kryo.setReferences(true);
            kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        }

        @Override
        public Object encode(Object value) {
            output.reset();
            kryo.writeClassAndObject(output, value);
            return output.toBytes();
        }

        @Override
        public Object decode(Object encoding) {
            return kryo.readClassAndObject(new Input((byte[]) encoding));
        }
    }

    /** Apache Fory with references; texts and boxed primitives that are shared come apart, as it does by default. */
    final class OfFory implements OfBytes {
        private final Fory fory = Fory.builder()
                .withLanguage(Language.JAVA)
                .withRefTracking(true)
                .requireClassRegistration(false)
                .suppressClassRegistrationWarnings(true)
                .registerGuavaTypes(false)
                .withMaxDepth(10_000)
                .build();

        @Override
        public Object encode(Object value) {
            return fory.serialize(value);
        }

        @Override
        public Object decode(Object encoding) {
            return fory.deserialize((byte[]) encoding);
        }
    }

    /** The JDK's serialization. */
    final class OfJava implements OfBytes {
        @Override
        public Object encode(Object value) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(value);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return bytes.toByteArray();
        }

        @Override
        public Object decode(Object encoding) {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream((byte[]) encoding))) {
                return in.readObject();
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
