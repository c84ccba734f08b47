package tutti.messaging.runtime;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Which frames of a stack are the program's, this library's and Java's. No state. */
public final class ProgramFrames {
    private static final List<String> LIBRARY = List.of(
            "tutti.messaging.",
            "tutti.collectives.",
            "tutti.group.",
            "tutti.serialization.",
            "tutti.mpi.",
            "tutti.launcher.TuttiProcess");

    /** Packages of other APIs. What lies in packages below these is a program's. */
    private static final List<String> APIS = List.of("mpi.", "mpjbuf.", "ibis.mpj.");

    private static final List<String> BELOW = List.of("io.grpc.", "io.netty.", "com.esotericsoftware.");
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final String LAMBDA = "$$Lambda/";

    private ProgramFrames() {}

    /** Returns the innermost frame of the program, in which it called what this library or Java does. */
    public static Optional<StackTraceElement> innermost(Collection<StackTraceElement> stack) {
        return stack.stream().filter(ProgramFrames::isOfProgram).findFirst();
    }

    /** Returns whether a frame is the program's. */
    public static boolean isOfProgram(StackTraceElement frame) {
        String className = frame.getClassName();
        return !isOfJava(frame) && !isOfLibrary(frame) && !isOf(BELOW, className) && !className.contains(LAMBDA);
    }

    /** Returns whether a frame is of the JDK. */
    public static boolean isOfJava(StackTraceElement frame) {
        return isOf(JDK, frame.getClassName());
    }

    /** Returns whether a frame is of this library, or of an API of others that stands on it. */
    static boolean isOfLibrary(StackTraceElement frame) {
        String className = frame.getClassName();
        return isOf(LIBRARY, className)
                || APIS.stream()
                        .anyMatch(api ->
                                className.startsWith(api) && Character.isUpperCase(className.charAt(api.length())));
    }

    private static boolean isOf(List<String> packages, String className) {
        return packages.stream().anyMatch(className::startsWith);
    }
}
