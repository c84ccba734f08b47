package tutti.launcher;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.MpiApi;
import tutti.group.launch.Suggestion;

/**
 * Folders and jars in which classes are looked for, in order.
 *
 * @param entries existing files, wildcards expanded
 */
record ClassPath(List<Path> entries) {
    private static final String CLASS = ".class";

    /** The class path of each MPI API, by the name of its jar. */
    private static final String JARS = "tutti.jars.";

    /** Reads class paths as a user writes them; every entry must exist. */
    static ClassPath parse(List<String> texts) throws IOException {
        List<Path> entries = new ArrayList<>();
        for (String text : texts) {
            for (String entry : text.split(File.pathSeparator, -1)) {
                if (!entry.isEmpty()) {
                    addUsers(entry, entries);
                }
            }
        }
        return new ClassPath(List.copyOf(entries));
    }

    /** Reads a system property that holds a class path; what does not exist is left out. */
    static ClassPath ofProperty(String name) throws IOException {
        List<Path> entries = new ArrayList<>();
        for (String entry : System.getProperty(name, "").split(File.pathSeparator, -1)) {
            if (isWildcard(entry)) {
                addJars(folderOf(entry), entries);
            } else if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
                entries.add(Path.of(entry));
            }
        }
        return new ClassPath(List.copyOf(entries));
    }

    /** Returns that of an MPI API; empty if this launcher has none. */
    static ClassPath of(MpiApi api) throws IOException {
        return ofProperty(JARS + api.jar());
    }

    /** Returns this path followed by another, without the other's jars whose names are here already. */
    ClassPath and(ClassPath other) {
        List<Path> all = new ArrayList<>(entries);
        Set<String> jars = new HashSet<>();
        for (Path entry : entries) {
            jars.add(jarName(entry));
        }
        for (Path entry : other.entries) {
            if (Files.isDirectory(entry) || jars.add(jarName(entry))) {
                all.add(entry);
            }
        }
        return new ClassPath(List.copyOf(all));
    }

    /** Tells whether a class, named as its compiler names it, is found here. */
    boolean has(String className) throws IOException {
        try (URLClassLoader loader = loader()) {
            return loader.findResource(className.replace('.', '/') + CLASS) != null;
        }
    }

    /** Returns the first entry that has a class, or null. */
    @Nullable
    Path firstWith(String className) throws IOException {
        for (Path entry : entries) {
            if (new ClassPath(List.of(entry)).has(className)) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Returns the names, with their packages, of classes with a simple name, in any case of letters; if there are none,
     * of those with the nearest ones.
     */
    List<String> classesLike(String simpleName) throws IOException {
        boolean mayBeNested = simpleName.indexOf('$') >= 0;
        List<String> all = classes().stream()
                .filter(name -> mayBeNested || name.indexOf('$') < 0)
                .toList();
        List<String> nearest = Suggestion.nearest(
                simpleName, all.stream().map(ClassPath::simpleNameOf).collect(Collectors.toSet()));
        return all.stream()
                .filter(name -> nearest.contains(simpleNameOf(name)))
                .sorted()
                .distinct()
                .toList();
    }

    /** Returns the names of all classes, with their packages. */
    List<String> classes() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path entry : entries) {
            for (String file : files(entry)) {
                if (file.endsWith(CLASS)) {
                    names.add(file.substring(0, file.length() - CLASS.length()).replace('/', '.'));
                }
            }
        }
        return names;
    }

    static String simpleNameOf(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static List<String> files(Path entry) throws IOException {
        if (!Files.isDirectory(entry)) {
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                return jar.stream().map(ZipEntry::getName).toList();
            }
        }
        try (Stream<Path> files = Files.walk(entry)) {
            return files.map(file -> entry.relativize(file).toString().replace(File.separatorChar, '/'))
                    .toList();
        }
    }

    /** Returns every file of that name, as addresses to read from. */
    List<URL> find(String resource) throws IOException {
        try (URLClassLoader loader = loader()) {
            return Collections.list(loader.findResources(resource));
        }
    }

    @Override
    public String toString() {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the entries as a class loader takes them. */
    URL[] urls() throws MalformedURLException {
        URL[] urls = new URL[entries.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = entries.get(i).toUri().toURL();
        }
        return urls;
    }

    /** Returns a loader of nothing else; the caller closes it. */
    URLClassLoader loader() throws MalformedURLException {
        return new URLClassLoader(urls(), null);
    }

    private static void addUsers(String entry, List<Path> entries) throws IOException {
        Path path = isWildcard(entry) ? folderOf(entry) : Path.of(entry);
        if (!Files.exists(path)) {
            throw new UsageException(
                    "no such class path entry: entry=%s in=%s; compile your program first, or correct --class-path"
                            .formatted(entry, workingFolder()));
        }
        List<Path> added = new ArrayList<>();
        if (!isWildcard(entry)) {
            added.add(path);
        } else if (!addJars(path, added)) {
            throw new UsageException("no jars there: entry=%s; correct --class-path".formatted(entry));
        }
        for (Path each : added) {
            checkJar(each);
        }
        entries.addAll(added);
    }

    private static void checkJar(Path entry) {
        if (Files.isDirectory(entry)) {
            return;
        }
        try (ZipFile jar = new ZipFile(entry.toFile())) {
            jar.size();
        } catch (IOException e) {
            throw new UsageException(
                    "cannot be read as a jar: entry=%s: %s; build or copy it again, or correct --class-path"
                            .formatted(entry, e.getMessage()));
        }
    }

    private static boolean isWildcard(String entry) {
        return entry.equals("*") || entry.endsWith(File.separator + "*");
    }

    private static Path folderOf(String wildcard) {
        return wildcard.length() == 1 ? Path.of(".") : Path.of(wildcard.substring(0, wildcard.length() - 1));
    }

    private static boolean addJars(Path folder, List<Path> entries) throws IOException {
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
                files.forEach(jars::add);
            }
        }
        Collections.sort(jars);
        return entries.addAll(jars);
    }

    private static String jarName(Path entry) {
        return String.valueOf(entry.getFileName());
    }

    private static Path workingFolder() {
        return Path.of("").toAbsolutePath();
    }
}
