package tutti.launcher;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
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
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.MpiApi;
import tutti.group.launch.Suggestion;

/**
 * A program that is given as its source file, which is compiled before it runs; its main class is the first in the
 * file that has a main method. Classes that it uses are compiled from the files beside it.
 */
final class SourceFile {
    private static final String SUFFIX = ".java";
    private static final String MODULE = "module-info";
    private static final String PREVIEW = "--enable-preview";
    private static final String MPI_PACKAGE = "package mpi";

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
            throw CompileErrors.of(file, errors, null, false, null);
        }
    }

    /**
     * What a user asked to run, as a class.
     *
     * @param name of the class, or of a program
     * @param users where it and what it uses are
     */
    record Compiled(String name, ClassPath users) {}

    /** Returns whether the name of a program is that of a source file. */
    private static boolean isOne(String program) {
        return program.endsWith(SUFFIX);
    }

    /**
     * Compiles a program if it is given as a source file.
     *
     * @throws UsageException if there is none, it does not compile, or this Java has no compiler
     */
    static Compiled compileIfOne(String program, ClassPath users, ClassPath tutti, List<String> jvmOptions)
            throws IOException {
        if (!isOne(program)) {
            return new Compiled(program, users);
        }
        SourceFile source = of(program);
        return new Compiled(source.mainClass(), source.compile(users, tutti, jvmOptions));
    }

    /**
     * Reads a file.
     *
     * @throws UsageException if there is none, it is not Java, or this Java has no compiler
     */
    static SourceFile of(String name) throws IOException {
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such source file: name=%s in=%s; correct its name, or give a main class%s"
                    .formatted(name, Path.of("").toAbsolutePath(), Suggestion.text(near(file))));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UsageException("no compiler for %s: java.home=%s; let JAVA_HOME be the folder of a JDK"
                    .formatted(name, System.getProperty("java.home")));
        }
        return new SourceFile(file, compiler);
    }

    /** Returns the files beside one that is not there whose names are nearest, without what all names have. */
    private static List<String> near(Path file) throws IOException {
        List<String> there =
                besides(file).stream().map(each -> withoutSuffix(Path.of(each))).toList();
        return Suggestion.nearest(withoutSuffix(file), there).stream()
                .map(name -> file.resolveSibling(name + SUFFIX).toString())
                .toList();
    }

    private static String withoutSuffix(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    /** Returns the names of source files in the current folder. */
    static List<String> namesHere() throws IOException {
        return besides(Path.of(SUFFIX));
    }

    /** Returns the names of source files in the folder of another. */
    private static List<String> besides(Path file) throws IOException {
        Path folder = file.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> file.resolveSibling(each.getFileName()).toString())
                    .filter(SourceFile::isOne)
                    .toList();
        }
    }

    /** Returns the name of the first class in the file that has a main method, or of the first. */
    String mainClass() {
        List<ClassTree> classes = unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .toList();
        if (classes.isEmpty()) {
            throw new UsageException("no class in the source file: name=" + file);
        }
        String simpleName = classes.stream()
                .filter(SourceFile::hasMain)
                .findFirst()
                .orElse(classes.getFirst())
                .getSimpleName()
                .toString();
        String packageName = packageName();
        return packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
    }

    private static boolean hasMain(ClassTree type) {
        return type.getMembers().stream()
                .anyMatch(member ->
                        member instanceof MethodTree method && method.getName().contentEquals("main"));
    }

    private boolean importsTutti() {
        return unit.getImports().stream()
                .anyMatch(each -> each.getQualifiedIdentifier().toString().startsWith("tutti."));
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
     * @param jvmOptions of the JVMs that will run it
     * @return the folder, and the program's own class path behind it
     * @throws UsageException with what the compiler says, if it does not compile
     */
    ClassPath compile(ClassPath users, ClassPath tutti, List<String> jvmOptions) throws IOException {
        Path folder = Files.createTempDirectory("tutti-classes-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "tutti-delete-classes"));
        List<String> options = new ArrayList<>(List.of("-g", "-d", folder.toString(), "-Xprefer:source"));
        if (jvmOptions.contains(PREVIEW)) {
            options.addAll(List.of(
                    PREVIEW, "--release", Integer.toString(Runtime.version().feature())));
        }
        ClassPath all = users.and(tutti);
        Compilation result = new Compilation(null, compile(all, options));
        if (result.errors.stream().anyMatch(each -> CompileErrors.message(each).contains(MPI_PACKAGE))) {
            result = compileWithApi(all, options, result);
        }
        if (!result.errors.isEmpty()) {
            throw CompileErrors.of(file, result.errors, tutti, !importsTutti(), result.api);
        }
        return new ClassPath(List.of(folder)).and(users);
    }

    /**
     * What the compiler says.
     *
     * @param api with which it has compiled; null if with none
     */
    private record Compilation(@Nullable MpiApi api, List<Diagnostic<? extends JavaFileObject>> errors) {}

    /** Compiles with one MPI API after the other: the one for which the program is written gives the fewest errors. */
    private Compilation compileWithApi(ClassPath classPath, List<String> options, Compilation without)
            throws IOException {
        Compilation fewest = without;
        for (MpiApi api : MpiApi.values()) {
            Compilation with = new Compilation(api, compile(ClassPath.of(api).and(classPath), options));
            if (with.errors.isEmpty()) {
                return with; // another that fits as well would only compile it again
            }
            fewest = with.errors.size() < fewest.errors.size() ? with : fewest;
        }
        return fewest;
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

    private List<Diagnostic<? extends JavaFileObject>> compile(ClassPath classPath, List<String> options)
            throws IOException {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-cp", classPath.toString(), "-sourcepath", root().toString()));
        try (StandardJavaFileManager files = files()) {
            compiler.getTask(null, new OfNoModule(files), found, all, null, files.getJavaFileObjects(file))
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

    /** Files without the module that the folder may be: its module need not read Tutti, which is on the class path. */
    private static final class OfNoModule extends ForwardingJavaFileManager<StandardJavaFileManager> {
        OfNoModule(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public @Nullable JavaFileObject getJavaFileForInput(Location location, String name, JavaFileObject.Kind kind)
                throws IOException {
            return location == StandardLocation.SOURCE_PATH && name.equals(MODULE)
                    ? null
                    : super.getJavaFileForInput(location, name, kind);
        }
    }
}
