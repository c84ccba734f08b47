package tutti.report;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the sources of the examples in a source tree that {@code tutti} was built from. */
final class Sources {
    private static final Path PACKAGES = Path.of("src", "main", "java", "tutti", "examples");

    private Sources() {}

    /** Returns the folder of the examples' packages; null if their jars do not lie in a source tree. */
    static @Nullable Path find() {
        String jars = System.getProperty("tutti.examples", "");
        Path folder = Path.of(jars.replaceFirst("[/\\\\]\\*$", "")).toAbsolutePath();
        while (folder != null) {
            Path packages = folder.resolve(PACKAGES);
            if (Files.isDirectory(packages)) {
                return packages;
            }
            folder = folder.getParent();
        }
        return null;
    }
}
