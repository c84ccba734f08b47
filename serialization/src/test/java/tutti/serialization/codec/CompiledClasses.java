package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;

/** Classes that are compiled while a test runs. */
final class CompiledClasses {
    private CompiledClasses() {}

    /** Returns a loader of a class, which no other loader knows. */
    static ClassLoader of(Path folder, String name, String source) throws IOException {
        Path version = Files.createTempDirectory(folder, "version");
        Path file = Files.writeString(version.resolve(name + ".java"), source);
        int exitCode = ToolProvider.getSystemJavaCompiler().run(null, null, null, file.toString());
        assertThat(exitCode).isZero();
        return new URLClassLoader(new URL[] {version.toUri().toURL()}, CompiledClasses.class.getClassLoader());
    }

    /** Encodes an object, and decodes it with the classes of a loader. */
    static Object received(Object value, ClassLoader receiver) {
        return decoded(new ObjectCodec(), new ObjectCodec().encode(value), receiver);
    }

    /** Decodes an object with the classes of a loader. */
    static Object decoded(Codec codec, Encoded encoded, ClassLoader receiver) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(receiver);
        try {
            return java.util.Objects.requireNonNull(codec.decode(encoded));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
