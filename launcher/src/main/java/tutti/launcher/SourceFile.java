package tutti.launcher;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import tutti.group.launch.MpiApi;

/**
 * A program that is given as its source file, which is compiled before it runs; its main class is the first in the
 * file, as for the command {@code java}. Classes that it uses are compiled from the files beside it.
 */
final class SourceFile {
    private static final String SUFFIX = ".java";
    private static final String MPI_PACKAGE = "mpi";
    private static final int MOST_SHOWN = 10;

    private final Path file;
    private final JavaCompiler compiler;
    private final CompilationUnitTree unit;

    private SourceFile(Path file, JavaCompiler compiler) throws IOException {
        this.file = file;
        this.compiler = compiler;
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = files()) {
            JavacTask task =
                    (JavacTask) compiler.getTask(null, files, found, null, null, files.getJavaFileObjects(file));
            unit = task.parse().iterator().next();
        }
        List<Diagnostic<? extends JavaFileObject>> errors = errors(found);
        if (!errors.isEmpty()) {
            throw doesNotCompile(errors);
        }
    }

    /** Returns whether the name of a program is that of a source file. */
    static boolean isOne(String program) {
        return program.endsWith(SUFFIX);
    }

    /**
     * Reads a file.
     *
     * @throws UsageException if there is none, it is not Java, or this Java has no compiler
     */
    static SourceFile of(String name) throws IOException {
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such source file: name=%s in=%s; correct its name, or give a main class"
                    .formatted(name, Path.of("").toAbsolutePath()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UsageException("no compiler for %s: java.home=%s; let JAVA_HOME be the folder of a JDK"
                    .formatted(name, System.getProperty("java.home")));
        }
        return new SourceFile(file, compiler);
    }

    /** Returns the name of the first class in the file. */
    String mainClass() {
        String simpleName = unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(type -> ((ClassTree) type).getSimpleName().toString())
                .findFirst()
                .orElseThrow(() -> new UsageException("no class in the source file: name=" + file));
        String packageName = packageName();
        return packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
    }

    private String packageName() {
        Tree name = unit.getPackageName();
        return name == null ? "" : name.toString();
    }

    /**
     * Compiles the file into a folder that goes when this JVM ends.
     *
     * @param users class path of the program's own
     * @param tutti class path of Tutti
     * @return the folder, and the program's own class path behind it
     * @throws UsageException with what the compiler says, if it does not compile
     */
    ClassPath compile(ClassPath users, ClassPath tutti) throws IOException {
        Path folder = Files.createTempDirectory("tutti-classes-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "tutti-delete-classes"));
        List<Diagnostic<? extends JavaFileObject>> fewest = null;
        for (ClassPath with : mayCall(users.and(tutti))) {
            List<Diagnostic<? extends JavaFileObject>> errors = compile(with, folder);
            if (errors.isEmpty()) {
                return new ClassPath(List.of(folder)).and(users);
            }
            if (fewest == null || errors.size() < fewest.size()) {
                fewest = errors;
            }
        }
        throw doesNotCompile(fewest == null ? List.of() : fewest);
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            // it lies among other temporary files
        }
    }

    /** Returns the class path, for a program that calls MPI with each API: which one it is written for shows then. */
    private List<ClassPath> mayCall(ClassPath classPath) throws IOException {
        boolean isMpi = unit.getImports().stream()
                .anyMatch(each -> each.getQualifiedIdentifier().toString().startsWith(MPI_PACKAGE + "."));
        if (!isMpi) {
            return List.of(classPath);
        }
        List<ClassPath> all = new ArrayList<>();
        for (MpiApi api : MpiApi.values()) {
            all.add(MpiProgram.jarsOf(api).and(classPath));
        }
        return all;
    }

    private List<Diagnostic<? extends JavaFileObject>> compile(ClassPath classPath, Path folder) throws IOException {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options =
                List.of("-d", folder.toString(), "-cp", classPath.toString(), "-sourcepath", root().toString());
        try (StandardJavaFileManager files = files()) {
            compiler.getTask(null, files, found, options, null, files.getJavaFileObjects(file))
                    .call();
            return errors(found);
        }
    }

    /** Returns the folder in which packages begin, or that of the file, if it lies elsewhere than its package says. */
    private Path root() {
        Path folder = file.toAbsolutePath().normalize().resolveSibling("");
        Path packages = Path.of(packageName().replace('.', '/'));
        if (packageName().isEmpty() || !folder.endsWith(packages)) {
            return folder;
        }
        Path root = folder.getRoot();
        int depth = folder.getNameCount() - packages.getNameCount();
        return depth == 0 ? root : root.resolve(folder.subpath(0, depth));
    }

    private StandardJavaFileManager files() {
        return compiler.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);
    }

    private static List<Diagnostic<? extends JavaFileObject>> errors(DiagnosticCollector<JavaFileObject> found) {
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .toList();
    }

    private UsageException doesNotCompile(List<Diagnostic<? extends JavaFileObject>> errors) {
        String shown = errors.stream()
                .limit(MOST_SHOWN)
                .map(Object::toString)
                .collect(Collectors.joining(System.lineSeparator()));
        return new UsageException(
                "the program does not compile: file=%s errors=%d%n%s".formatted(file, errors.size(), shown));
    }
}
