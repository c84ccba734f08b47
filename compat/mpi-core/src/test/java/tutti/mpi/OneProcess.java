package tutti.mpi;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One of the JVMs in which {@link TwoJvms} runs the tests of some classes: their jobs of two processes have one of them
 * here, the other in the other JVM.
 */
final class OneProcess {
    private OneProcess() {}

    /**
     * Takes a folder that both JVMs have, and names of classes; prints how many tests have passed, in how many jobs.
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int tests = 0;
        for (String name : List.of(arguments).subList(1, arguments.length)) {
            Class<?> type = Class.forName(name);
            List<Method> methods = Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .sorted(Comparator.comparing(Method::getName))
                    .toList();
            for (Method method : methods) {
                System.out.println(name + "." + method.getName()); // so that a failure has a name
                run(type, method, folder.resolve("files-" + tests++));
            }
        }
        System.out.println("%s%d, in jobs: %d".formatted(TwoJvms.PASSED, tests, RankJobs.ofTwoJvms()));
        System.exit(0); // as a test's JVM ends, whatever threads there are
    }

    private static void run(Class<?> type, Method method, Path files) throws Exception {
        Files.createDirectories(files);
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object test = constructor.newInstance();
        for (Field field : type.getDeclaredFields()) {
            if (takesFolder(field)) {
                field.setAccessible(true);
                field.set(test, files);
            }
        }
        method.setAccessible(true);
        method.invoke(
                test,
                Arrays.stream(method.getParameters())
                        .map(parameter -> folder(parameter, files))
                        .toArray());
    }

    private static Path folder(Parameter parameter, Path files) {
        if (takesFolder(parameter)) {
            return files;
        }
        throw new IllegalArgumentException("no value for a parameter: " + parameter);
    }

    private static boolean takesFolder(AnnotatedElement element) {
        return element.isAnnotationPresent(TempDir.class);
    }

    /** Returns which of the two processes of a job this JVM is; -1 if it runs both. */
    static int number() {
        return Integer.getInteger("tutti.test.process", -1);
    }

    /** Returns the port of this JVM's next job, the same in both JVMs, where the first has chosen it. */
    static int port(int job, int free) throws IOException, InterruptedException {
        Path folder = Path.of(System.getProperty("tutti.test.folder"));
        Path file = folder.resolve("port-" + job);
        if (number() == 0) {
            Path written = Files.writeString(folder.resolve("port"), "" + free);
            Files.move(written, file); // whole, or not there
            return free;
        }
        long begun = System.nanoTime();
        while (!Files.exists(file)) {
            if (System.nanoTime() - begun > RankJobs.LIMIT.toNanos()) {
                throw new AssertionError("the other JVM has not begun its job number " + job);
            }
            Thread.sleep(1); // until the other JVM is as far
        }
        return Integer.parseInt(Files.readString(file));
    }
}
