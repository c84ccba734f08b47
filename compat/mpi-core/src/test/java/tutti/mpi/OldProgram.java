package tutti.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program whose class files were compiled against an old jar.
 *
 * @param name of its main class
 * @param line what it prints, on any number of ranks
 * @param options of {@code tutti run} with which it is run first
 * @param arguments the program's
 */
public record OldProgram(String name, String line, String options, List<String> arguments) {

    /** Makes a program without arguments. */
    public OldProgram(String name, String line, String options) {
        this(name, line, options, List.of());
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns the same program with an argument more. */
    public OldProgram with(Object argument) {
        List<String> more = new ArrayList<>(arguments);
        more.add(argument.toString());
        return new OldProgram(name, line, options, more);
    }

    /** Runs the class files of a folder on each number of ranks in this JVM. */
    void assertRunsInThisJvm(Path folder) throws Exception {
        List<String> printed = Console.printed(() -> {
            try (OwnClasses classes = new OwnClasses(folder)) {
                Method main = classes.loadClass(name).getMethod("main", String[].class);
                RankJobs.onEachSize(() -> {
                    Thread.currentThread().setContextClassLoader(classes);
                    call(main, arguments.toArray(String[]::new));
                });
            }
        });
        assertThat(printed).hasSameSizeAs(RankJobs.shapes()).allMatch(line::equals);
    }

    private static void call(Method main, String[] arguments) throws Exception {
        try {
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Runs the class files of a folder by {@code tutti run}, which says from which JVM a line comes. */
    void assertRuns(Path folder, String launching) throws Exception {
        List<String> program = new ArrayList<>(List.of(name));
        program.addAll(arguments);
        StartedJvm ended = StartedJvm.launch(List.of(launching.split(" ")), folder, program.toArray(String[]::new));
        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output().lines().filter(printed -> printed.endsWith(line)))
                .as(ended.output())
                .hasSize(1);
    }

    /** Runs the class files of a folder in one JVM and in two, which share their classes or do not. */
    void assertRunsInJvmsOfEachKind(Path folder) throws Exception {
        for (int ranks : List.of(1, 2, 4, 7)) {
            for (String kind : List.of("--jvms=1", "--isolate", "--jvms=2", "--isolate --jvms=2")) {
                if (ranks > 1 || !kind.endsWith("2")) {
                    assertRuns(folder, "-n%d %s".formatted(ranks, kind));
                }
            }
        }
    }

    /** Takes programs from a folder, though this JVM's class path has classes with the same names. */
    private static final class OwnClasses extends URLClassLoader {
        OwnClasses(Path folder) throws MalformedURLException {
            super(new URL[] {folder.toUri().toURL()}, OldProgram.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String className, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(className)) {
                Class<?> loaded = findLoadedClass(className);
                if (loaded == null && className.startsWith("programs.")) {
                    loaded = findClass(className);
                }
                return loaded == null ? super.loadClass(className, resolve) : loaded;
            }
        }
    }
}
