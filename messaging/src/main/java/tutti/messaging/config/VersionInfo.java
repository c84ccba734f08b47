package tutti.messaging.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which versions of Tutti and of Java a process runs; the same in all processes of a job. */
public final class VersionInfo {
    private static final String VERSION_FILE = "version.txt"; // in a file, because who repackages loses manifests

    private VersionInfo() {}

    /** Returns the versions as text, for comparison and for people. */
    public static String versions() {
        return "tutti=%s java=%d".formatted(tuttiVersion(), Runtime.version().feature());
    }

    private static String tuttiVersion() {
        try (InputStream file = VersionInfo.class.getResourceAsStream(VERSION_FILE)) {
            return file == null ? "unknown" : new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
