package tutti.messaging;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which versions of Tutti and of Java a process runs; the same in all processes of a job. */
final class Software {
    private static final String VERSION_FILE = "version.txt"; // in a file, because who repackages loses manifests

    private Software() {}

    /** Returns the versions as text, for comparison and for people. */
    static String versions() {
        return "tutti=%s java=%d".formatted(tuttiVersion(), Runtime.version().feature());
    }

    private static String tuttiVersion() {
        try (InputStream file = Software.class.getResourceAsStream(VERSION_FILE)) {
            return file == null ? "unknown" : new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
