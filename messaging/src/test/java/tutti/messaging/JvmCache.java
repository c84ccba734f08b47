package tutti.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * An AOT cache (JEP 483) of the classes of a module's tests, so that the JVMs which they start load them in a third of
 * the time.
 *
 * <p>Made by the first test that starts a JVM, for this state of the class path; later builds use it again. The JDK
 * caches classes of jars only, so what lies in folders is in jars beside it, too. Modules that use the launcher's jar
 * share one cache, of that jar and those that it needs.
 */
public final class JvmCache {
    /**
     * Options of a JVM that runs for a second: it compiles little; Netty's events alone would start Flight Recorder in
     * it.
     */
    public static final List<String> QUICK_START = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=4",
            "-XX:+UseSerialGC",
            "-Dio.netty.jfr.enabled=false");

    /** Lets a JVM copy buffers of others, and use MPI libraries; a cache is used only by JVMs with the same. */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private static final String LAUNCHER = "tutti.launcher.TuttiCommand";
    private static final String LAUNCHER_TRAINING = "tutti.launcher.StartTraining";
    private static final String LAUNCHER_JAR = "tutti-launcher-";
    private static final Path FOLDER = Path.of("target", "jvm-cache").toAbsolutePath();
    private static final long MOST_TRAINING_SECONDS = 120;
    private static final Duration LONGEST_KEPT = Duration.ofDays(1); // in the folder that modules share

    private final List<String> folders;
    private final List<Path> classes; // a jar of what is in each of the folders
    private final List<String> cached; // jars whose classes are in the cache
    private final List<String> others; // jars
    private final Path file; // empty if it could not be made

    private JvmCache(List<String> entries, Predicate<String> isShared, Path folder) {
        List<String> jars = entries.stream().filter(JvmCache::isJar).toList();
        folders = entries.stream().filter(entry -> !isJar(entry)).toList();
        String state = state(entries);
        classes = IntStream.range(0, folders.size())
                .mapToObj(index -> FOLDER.resolve("%s-%d.jar".formatted(state, index)))
                .toList();
        List<String> shared = jars.stream().filter(isShared).sorted().toList();
        cached = new ArrayList<>(shared.isEmpty() ? jars : shared);
        others = new ArrayList<>(jars);
        others.removeAll(cached);
        if (shared.isEmpty()) {
            file = folder.resolve(state + ".aot");
            cached.addAll(classJars());
        } else {
            file = folder.resolve(state(cached) + ".aot");
            others.addAll(classJars());
        }
    }

    /** Returns one of all that is on the class path. */
    private static JvmCache own() {
        return new JvmCache(plainClassPath(), jar -> false, FOLDER);
    }

    /** Returns one of the launcher's jar and those that it needs, or of all where they are not on the class path. */
    private static JvmCache ofLauncher() {
        Path launcher = plainClassPath().stream()
                .map(Path::of)
                .filter(entry -> entry.getFileName().toString().startsWith(LAUNCHER_JAR))
                .findFirst()
                .orElse(null);
        if (launcher == null) {
            return own(); // the launcher's own tests
        }
        Path folder = launcher.getParent();
        Set<String> needed = names(files(folder));
        boolean hasAll = names(plainClassPath().stream().map(Path::of).toList()).containsAll(needed);
        return hasAll
                ? new JvmCache(
                        plainClassPath(),
                        jar -> needed.contains(name(Path.of(jar))),
                        folder.resolveSibling("jvm-cache"))
                : own();
    }

    private static Set<String> names(List<Path> files) {
        return files.stream().map(JvmCache::name).collect(Collectors.toSet());
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static final class OfLauncher {
        static final JvmCache CACHE = ofLauncher().made(LAUNCHER_TRAINING);
    }

    /**
     * Returns the cache of this JVM's class path, makes it if it does not exist.
     *
     * @param training main class that does once what the JVMs do at their start; its argument is the cache's file
     */
    public static JvmCache trainedBy(Class<?> training) {
        return own().made(training.getName());
    }

    /**
     * Returns the beginning of a command that starts {@code tutti}, whose jobs start from the same cache. Programs of
     * this JVM's class path are found without {@code --class-path}.
     *
     * @param options of the launcher's own JVM
     */
    public static List<String> launcher(String... options) {
        JvmCache cache = OfLauncher.CACHE;
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(QUICK_START);
        command.addAll(cache.options());
        if (cache.hasCache()) {
            command.add("-Dtutti.start-cache=" + cache.file);
        }
        command.add("-Dtutti.examples="
                + String.join(File.pathSeparator, cache.hasCache() ? cache.classJars() : cache.folders));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, cache.classPath()), LAUNCHER));
        return command;
    }

    /**
     * Returns the beginning of a command that starts a program of this JVM's class path from the same cache; the
     * program's arguments follow.
     *
     * @param options of the program's JVM
     */
    public static List<String> program(String main, String... options) {
        JvmCache cache = OfLauncher.CACHE;
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(QUICK_START);
        command.addAll(cache.options());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, cache.classPath()), main));
        return command;
    }

    /**
     * Lets the benchmarks of this JVM, which start jobs by {@code tutti}, start them from the same cache.
     *
     * <p>The classes that they name for a job are those of this JVM's class path, so that it does not matter that the
     * cache's come first.
     */
    public static void startBenchmarksFromIt() {
        List<String> command = launcher();
        JvmCache cache = OfLauncher.CACHE;
        if (cache.hasCache()) {
            String same = FOLDER.resolve("same.aot").toString();
            command.replaceAll(part -> part.startsWith("-Dtutti.start-cache=") ? "-Dtutti.start-cache=" + same : part);
            try {
                Files.deleteIfExists(Path.of(same));
                Files.createLink(Path.of(same), cache.file);
                Files.writeString(Path.of(same + ".contents"), "no/folder/of/this/name");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        System.setProperty("tutti.bench.command", String.join("\n", command));
    }

    /** Returns the command of the JVM that runs the tests. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns what a JVM with {@link #classPath} is started with. */
    public List<String> options() {
        return hasCache()
                ? List.of(
                        NATIVE_ACCESS,
                        "-XX:AOTCache=" + file,
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:ArchiveRelocationMode=0", // where its pointers need no change
                        "-Xlog:aot*=off",
                        "-Xlog:cds*=off")
                : List.of(NATIVE_ACCESS);
    }

    /** Returns the class path of this JVM, without a logger, in the order that the cache needs. */
    public List<String> classPath() {
        List<String> all = new ArrayList<>(cached);
        all.addAll(others);
        all.addAll(folders);
        if (!hasCache()) {
            all.removeAll(classJars());
        }
        return all;
    }

    /** Returns the same without the cache, in any order. */
    public static List<String> plainClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("slf4j"))
                .toList();
    }

    private static boolean isJar(String entry) {
        return entry.endsWith(".jar");
    }

    private boolean hasCache() {
        return file.toFile().length() > 0;
    }

    /** Several JVMs run tests at a time: one makes what is missing, the others wait. */
    private JvmCache made(String training) {
        try {
            whileLocked(FOLDER, () -> {
                if (!classes.stream().allMatch(Files::exists)) {
                    delete(FOLDER, path -> true);
                    packClasses();
                }
            });
            whileLocked(file.getParent(), () -> {
                if (!Files.exists(file)) {
                    train(training);
                }
            });
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Making {
        void run() throws IOException;
    }

    private static void whileLocked(Path folder, Making making) throws IOException {
        Files.createDirectories(folder);
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            making.run();
        }
    }

    private void train(String training) throws IOException {
        Path folder = file.getParent();
        FileTime oldest = FileTime.from(Instant.now().minus(LONGEST_KEPT));
        delete(folder, path -> Files.getLastModifiedTime(path).compareTo(oldest) < 0);
        Path made = folder.resolve("new.aot");
        Process trained = start(training, made);
        try {
            boolean hasEnded = trained.waitFor(MOST_TRAINING_SECONDS, TimeUnit.SECONDS);
            if (hasEnded && trained.exitValue() != 0) {
                throw new IllegalStateException("the training run has failed: class=%s; see %s"
                        .formatted(training, folder.resolve("training.log")));
            }
            if (hasEnded && Files.exists(made)) {
                Files.move(made, file);
            } else {
                Files.createFile(file); // JVMs start without it
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            trained.descendants().forEach(ProcessHandle::destroyForcibly);
            trained.destroyForcibly();
        }
    }

    private Process start(String training, Path made) throws IOException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(QUICK_START);
        command.add(NATIVE_ACCESS);
        // No profiles: with them, a JVM compiles at once what the training run used much.
        command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining"));
        command.add("-XX:AOTCacheOutput=" + made);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, cached), training, file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(file.resolveSibling("training.log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_") || name.contains("JAVA_"));
        return builder.start();
    }

    private interface Choice {
        boolean test(Path path) throws IOException;
    }

    private static void delete(Path folder, Choice isOld) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : (Iterable<Path>) all.filter(path -> !path.endsWith("lock"))::iterator) {
                if (isOld.test(path)) {
                    Files.delete(path);
                }
            }
        }
    }

    private List<String> classJars() {
        return classes.stream().map(Path::toString).toList();
    }

    /** One for each folder, as a build makes them: what is in one of them tells programs what they are for. */
    private void packClasses() throws IOException {
        Path packing = FOLDER.resolve("new.jar");
        for (int folder = 0; folder < folders.size(); folder++) {
            Path root = Path.of(folders.get(folder));
            try (OutputStream out = Files.newOutputStream(packing);
                    JarOutputStream jar = new JarOutputStream(out)) {
                for (Path each : files(root)) {
                    String name = root.relativize(each).toString().replace(File.separatorChar, '/');
                    if (!name.equals("module-info.class")) {
                        jar.putNextEntry(new ZipEntry(name));
                        Files.copy(each, jar);
                        jar.closeEntry();
                    }
                }
            }
            Files.move(packing, classes.get(folder));
        }
    }

    /** Returns a name for what is in entries of the class path now: another one if any file has changed. */
    private static String state(List<String> entries) {
        CRC32 sum = new CRC32();
        sum.update(Runtime.version().toString().getBytes(UTF_8));
        entries.forEach(entry -> files(Path.of(entry)).forEach(each -> {
            File known = each.toFile();
            sum.update("%s %d %d%n"
                    .formatted(known, known.lastModified(), known.length())
                    .getBytes(UTF_8));
        }));
        return Long.toHexString(sum.getValue());
    }

    private static List<Path> files(Path root) {
        if (!Files.exists(root)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
