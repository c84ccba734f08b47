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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * An AOT cache (JEP 483) of the classes of a module's tests, so that the JVMs which they start load them in a third of
 * the time.
 *
 * <p>Made by the first test that starts a JVM, for this state of the class path; later builds use it again. The JDK
 * caches classes of jars only, so what lies in folders is in a jar beside it, too.
 */
public final class JvmCache {
    /** Options of a JVM that runs for a second; Netty's events alone would start Flight Recorder in it. */
    public static final List<String> QUICK_START =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dio.netty.jfr.enabled=false");

    private static final String LAUNCHER = "tutti.launcher.TuttiCommand";
    private static final String LAUNCHER_TRAINING = "tutti.launcher.StartTraining";
    private static final Path FOLDER = Path.of("target", "jvm-cache").toAbsolutePath();
    private static final long MOST_TRAINING_SECONDS = 120;

    private final List<String> jars;
    private final List<String> folders;
    private final Path classes; // a jar of what is in the folders
    private final Path file; // empty if it could not be made

    private JvmCache(List<String> entries) {
        jars = entries.stream().filter(JvmCache::isJar).toList();
        folders = entries.stream().filter(entry -> !isJar(entry)).toList();
        String state = state();
        classes = FOLDER.resolve(state + ".jar");
        file = FOLDER.resolve(state + ".aot");
    }

    private static final class OfLauncher {
        static final JvmCache CACHE = JvmCache.make(LAUNCHER_TRAINING);
    }

    /**
     * Returns the cache of this JVM's class path, makes it if it does not exist.
     *
     * @param training main class that does once what the JVMs do at their start; its argument is the cache's file
     */
    public static JvmCache trainedBy(Class<?> training) {
        return make(training.getName());
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
                + (cache.hasCache() ? cache.classes.toString() : String.join(File.pathSeparator, cache.folders)));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, cache.classPath()), LAUNCHER));
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
            String same = cache.classes + ".same.aot";
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
        return hasCache() ? List.of("-XX:AOTCache=" + file, "-Xlog:aot*=off", "-Xlog:cds*=off") : List.of();
    }

    /** Returns the class path of this JVM, without a logger, in the order that the cache needs. */
    public List<String> classPath() {
        List<String> all = new ArrayList<>(jars);
        if (hasCache()) {
            all.add(classes.toString());
        }
        all.addAll(folders);
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

    /** Two JVMs run these tests at a time: one makes the cache, the other waits. */
    private static JvmCache make(String training) {
        JvmCache cache = new JvmCache(plainClassPath());
        try {
            Files.createDirectories(FOLDER);
            try (FileChannel channel = FileChannel.open(
                            FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                if (!Files.exists(cache.file)) {
                    cache.train(training);
                }
            }
            return cache;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void train(String training) throws IOException {
        deleteOld();
        packClasses();
        Path made = FOLDER.resolve("new.aot");
        Process trained = start(training, made);
        try {
            boolean hasEnded = trained.waitFor(MOST_TRAINING_SECONDS, TimeUnit.SECONDS);
            if (hasEnded && trained.exitValue() != 0) {
                throw new IllegalStateException("the training run has failed: class=%s; see %s"
                        .formatted(training, FOLDER.resolve("training.log")));
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
        command.add("-XX:AOTCacheOutput=" + made);
        List<String> classPath = new ArrayList<>(jars);
        classPath.add(classes.toString());
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), training, file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(FOLDER.resolve("training.log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_") || name.contains("JAVA_"));
        return builder.start();
    }

    private static void deleteOld() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            for (Path old : (Iterable<Path>) all.filter(path -> !path.endsWith("lock"))::iterator) {
                Files.delete(old);
            }
        }
    }

    private void packClasses() throws IOException {
        try (OutputStream out = Files.newOutputStream(classes);
                JarOutputStream jar = new JarOutputStream(out)) {
            Set<String> packed = new HashSet<>(Set.of("module-info.class"));
            for (String folder : folders) {
                Path root = Path.of(folder);
                for (Path each : files(root)) {
                    String name = root.relativize(each).toString().replace(File.separatorChar, '/');
                    if (packed.add(name)) {
                        jar.putNextEntry(new ZipEntry(name));
                        Files.copy(each, jar);
                        jar.closeEntry();
                    }
                }
            }
        }
    }

    /** Returns a name for what is on the class path now: another one if any file has changed. */
    private String state() {
        CRC32 sum = new CRC32();
        sum.update(Runtime.version().toString().getBytes(UTF_8));
        Stream.concat(jars.stream(), folders.stream())
                .forEach(entry -> files(Path.of(entry)).forEach(each -> {
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
