package tutti.launcher;

import java.io.FileNotFoundException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.ThreadSupply;

/** What helps against exceptions of Java's own, which do not say it. */
final class Cure {
    private static final long MIB = 1 << 20;

    /** What Java says of a result of Tutti that is used like a number. */
    private static final Pattern NULL_RESULT =
            Pattern.compile("because the return value of \"tutti\\.group\\.\\w+\\.(\\w+)\\(.*\\)\" is null");

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
            case NullPointerException _ -> ofNull(String.valueOf(root.getMessage()));
            case ClassCastException _ ->
                "an object that is received, and a result, has the class of what the other member gave: let both name"
                        + " the same class";
            default -> null;
        };
    }

    private static @Nullable String ofNull(String message) {
        Matcher result = NULL_RESULT.matcher(message);
        if (!result.find()) {
            return null;
        }
        String operation = result.group(1);
        return operation
                + switch (operation) {
                    case "reduce", "gather" ->
                        " returns null at all members but the root: let its variable be of a class, as Integer, or"
                                + " call "
                                + (operation.equals("reduce") ? "allReduce" : "allGather");
                    case "exclusiveScan" -> " returns null at rank 0: let its variable be of a class, as Integer";
                    default -> " has returned null: that is what another member gave, or what the operator returned";
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
