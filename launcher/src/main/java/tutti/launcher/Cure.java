package tutti.launcher;

import java.io.FileNotFoundException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.ThreadSupply;

/** What helps against exceptions of Java's own, which do not say it. */
final class Cure {
    private static final long MIB = 1 << 20;

    private Cure() {}

    /** Returns a line for the exception that began a failure, or null if there is nothing to add. */
    static @Nullable String of(Throwable root) {
        if (ThreadSupply.isMissing(root)) {
            return "cannot create a thread; " + ThreadSupply.CURE;
        }
        return switch (root) {
            case OutOfMemoryError _ ->
                "out of memory: pid=%d heapMiB=%d; give each JVM more, as with -J-Xmx2g, or spread the members over --jvms or --hosts"
                        .formatted(
                                ProcessHandle.current().pid(),
                                Runtime.getRuntime().maxMemory() / MIB);
            case ClassNotFoundException _, NoClassDefFoundError _ ->
                missing(String.valueOf(root.getMessage()).replace('/', '.'));
            case NoSuchFileException _, FileNotFoundException _ ->
                "paths of files are relative to the folder in which the job was started: folder=%s; each JVM opens files on its own host"
                        .formatted(Path.of("").toAbsolutePath());
            default -> null;
        };
    }

    private static String missing(String name) {
        String cure = name.matches("(mpi|mpjbuf|ibis\\.mpj)\\.\\w+")
                ? "with --class-path name the jars tutti-mpi-core and tutti-mpijava (for MPJ Express, mpiJava, Ibis),"
                        + " or tutti-openmpi-java (for Open MPI's Java bindings)"
                : "name its jar or folder with --class-path";
        return "class is not on the class path: class=%s; %s".formatted(name, cure);
    }
}
