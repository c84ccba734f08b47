package tutti.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.serialization.codec.Codecs;
import tutti.serialization.codec.ObjectCodec;

class CodecProviderTest {

    @Test
    void shouldUseTheStandardCodecWhereThereIsNoOther() {
        assertThat(Codecs.load(SerializationSettings.DEFAULT)).isInstanceOf(ObjectCodec.class);
    }

    @Test
    void shouldUseTheCodecOfAProvider(@TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(CodecProvider.class.getName()), TemperatureProvider.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            Codec codec = Codecs.load(SerializationSettings.DEFAULT);

            assertThat(codec.identity()).contains("temperature");
            assertThat(codec.encode(new Temperature(21.5)).lengthBytes()).isEqualTo(9);
            assertThat(codec.decode(codec.encode(new Temperature(21.5)))).isEqualTo(new Temperature(21.5));
            assertThat(codec.decode(codec.encode(List.of(1, 2)))).isEqualTo(List.of(1, 2));
            assertThat(codec.decode(codec.encode(null))).isNull();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Not serializable, but its codec knows it. */
    record Temperature(double celsius) {}

    // tag::provider[]
    /** Encodes one class in its own way, and leaves all others to the standard codec. */
    public static final class TemperatureProvider implements CodecProvider {
        @Override
        public Codec create(Codec standard, SerializationSettings settings) {
            return new TemperatureCodec(standard);
        }
    }

    private record TemperatureCodec(Codec standard) implements Codec {
        private static final int TEMPERATURE = 200; // the standard codec begins with less

        @Override
        public String identity() {
            return standard.identity() + " temperature/1";
        }

        @Override
        public Encoded encode(@Nullable Object value) {
            if (!(value instanceof Temperature(double celsius))) {
                return standard.encode(value);
            }
            ChunkWriter out = new ChunkWriter(9);
            out.write(TEMPERATURE);
            out.writeLong(Double.doubleToLongBits(celsius));
            return out.finish();
        }

        @Override
        public @Nullable Object decode(Encoded encoded) {
            ChunkReader in = new ChunkReader(encoded);
            return in.read() == TEMPERATURE
                    ? new Temperature(Double.longBitsToDouble(in.readLong()))
                    : standard.decode(encoded);
        }

        @Override
        public Snapshot snapshot(@Nullable Object value) {
            return value instanceof Temperature ? new Snapshot(value, true, 16) : standard.snapshot(value);
        }
    }
    // end::provider[]
}
