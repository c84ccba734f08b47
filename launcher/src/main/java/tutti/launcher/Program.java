package tutti.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tutti.group.launch.Suggestion;

/**
 * What a user asked to run, and where its classes are.
 *
 * <p>A jar offers programs by short names: it holds a file {@value #NAMES} with lines {@code name = main.Class}.
 */
record Program(String mainClass, ClassPath classPath) {
    static final String NAMES = "META-INF/tutti/programs";

    /**
     * Finds a program by its short name or main class, first on the user's class path, then among the examples.
     *
     * @param notes takes what the user is to know
     */
    static Program find(String name, ClassPath users, ClassPath examples, Consumer<String> notes) throws IOException {
        SortedMap<String, String> shortNames = shortNames(examples);
        shortNames.putAll(shortNames(users));
        String mainClass = shortNames.getOrDefault(name, name);
        if (users.has(mainClass)) {
            return new Program(mainClass, users);
        }
        if (examples.has(mainClass)) {
            users.classes().stream()
                    .filter(own -> ClassPath.simpleNameOf(own).equalsIgnoreCase(name))
                    .sorted()
                    .findFirst()
                    .ifPresent(own -> notes.accept(
                            "%s is the example %s; your class has another name: %s".formatted(name, mainClass, own)));
            return new Program(mainClass, users.and(examples));
        }
        if (name.contains("/")
                || name.contains(File.separator)
                || name.matches(".*\\.(class|jar)")
                || Files.isRegularFile(Path.of(name))) {
            throw new UsageException(
                    "a file in place of a program: name=%s; give the main class with its package, as my.Main, and its jar or folder with --class-path, or a source file, as Main.java"
                            .formatted(name));
        }
        String simpleName = ClassPath.simpleNameOf(name);
        boolean isClass = !simpleName.isEmpty() && Character.isUpperCase(simpleName.codePointAt(0));
        if (isClass && users.entries().isEmpty()) {
            throw new UsageException(
                    ("no program and no class of that name: name=%s class-path=none; give the folder or jar of your"
                                    + " class, as in --class-path target/classes%s")
                            .formatted(name, Suggestion.text(likely(name, shortNames.keySet()))));
        }
        if (isClass && users.classes().isEmpty()) {
            throw new UsageException(
                    "the class path has no classes: class=%s class-path=%s in=%s; compile your program first, or correct --class-path"
                            .formatted(name, users, Path.of("").toAbsolutePath()));
        }
        if (isClass) {
            throw new UsageException(
                    ("no such class: class=%s class-path=%s; give its name with its package, and where it is with"
                                    + " --class-path%s")
                            .formatted(name, users, Suggestion.text(users.classesLike(simpleName))));
        }
        List<String> near = new ArrayList<>(Suggestion.nearest(name, shortNames.keySet()));
        near.addAll(users.classesLike(simpleName));
        if (near.isEmpty()) {
            near.addAll(Suggestion.nearest(name, SourceFile.namesHere()));
        }
        throw new UsageException(("no program and no class of that name: name=%s class-path=%s%s;"
                        + " choose one of the programs, or name your class's jars with --class-path%s")
                .formatted(
                        name,
                        users,
                        near.isEmpty() ? " programs=" + String.join(",", shortNames.keySet()) : "",
                        Suggestion.text(near)));
    }

    /** Returns the source file of a class, if it lies in the current folder, or else the nearest programs. */
    private static List<String> likely(String name, Set<String> programs) {
        String source = name + ".java";
        return Files.isRegularFile(Path.of(source)) ? List.of(source) : Suggestion.nearest(name, programs);
    }

    private static SortedMap<String, String> shortNames(ClassPath classPath) throws IOException {
        Properties names = new Properties();
        for (URL file : classPath.find(NAMES)) {
            try (InputStream in = file.openStream()) {
                names.load(in);
            }
        }
        SortedMap<String, String> sorted = new TreeMap<>();
        for (Map.Entry<Object, Object> entry : names.entrySet()) {
            sorted.put(entry.getKey().toString(), entry.getValue().toString().strip());
        }
        return sorted;
    }
}
