package tutti.mpi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import tutti.group.ColGroupMaster;

/**
 * Runs an MPI program's main method once for each rank of this JVM; what {@code tutti run} starts in place of it.
 *
 * <p>With {@value #ISOLATE} each rank loads the program's classes, and those of its MPI API, for itself, so that its
 * static fields are its own.
 */
public final class MpiMain {
    /** First argument where ranks are to have classes of their own. */
    public static final String ISOLATE = "--isolate";

    private MpiMain() {}

    /** Takes {@value #ISOLATE} or nothing, the program's main class, and the program's arguments. */
    public static void main(String[] arguments) {
        boolean isolated = arguments.length > 0 && arguments[0].equals(ISOLATE);
        int first = isolated ? 1 : 0;
        if (arguments.length <= first) {
            throw new IllegalArgumentException("no main class: arguments=" + Arrays.toString(arguments));
        }
        ApiJars.check(MpiMain.class.getClassLoader(), arguments[first]);
        String[] own = Arrays.copyOfRange(arguments, first + 1, arguments.length);
        String[] programs = ColGroupMaster.programArguments(own);
        try (MpiJob job = new MpiJob(own)) {
            job.run(index -> () -> run(arguments[first], isolated, programs.clone()));
        }
    }

    private static void run(String mainClass, boolean isolated, String[] arguments) throws Exception {
        ClassLoader loader = isolated ? RankLoader.ofClassPath() : MpiMain.class.getClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> type = Class.forName(mainClass, true, loader);
        MethodHandle main = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                .findStatic(type, "main", MethodType.methodType(void.class, String[].class));
        try {
            main.invoke(arguments);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
