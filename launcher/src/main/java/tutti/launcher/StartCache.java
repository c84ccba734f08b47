package tutti.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The AOT cache of Tutti's own jars, with which a JVM starts in half the time; see docs/adr/0038.
 *
 * <p>The script that starts the launcher makes it, by {@link StartTraining}, and names it by {@value #FILE}. A JVM uses
 * it only if its class path begins with Tutti's jars in the launcher's order, and with none of some options: {@link
 * #options} leaves it out where the JVM would refuse it.
 */
final class StartCache {
    /** System property of the launcher that names the cache. */
    static final String FILE = "tutti.start-cache";

    /** Added to the cache's name: the file that lists what {@link #contents} returned when the cache was made. */
    static final String CONTENTS = ".contents";

    /** Variables whose content Java takes for options. */
    private static final List<String> MORE_OPTIONS = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    /**
     * Options with which a JVM can use a cache that was made without them; a heap of 32 GB or more changes how it
     * counts.
     */
    private static final Pattern HARMLESS = Pattern.compile(
            "-D(?!java\\.|jdk\\.|sun\\.).*"
                + "|-(ea|da|esa|dsa|enableassertions|disableassertions)(:.*)?|-Xss.*|-Xm[snx]([0-9]+[kKmM]?|[12]?[0-9][gG])|-Xlog.*"
                + "|-XX:(Active)ProcessorCount=.*|-XX:TieredStopAtLevel=1|-XX:CompileThresholdScaling=.*|-XX:FreqInlineSize=.*|-XX:[+]UseSerialGC"
                + "|-XX:[+-](ExitOnOutOfMemoryError|CrashOnOutOfMemoryError|HeapDumpOnOutOfMemoryError)|-XX:HeapDumpPath=.*");

    private final @Nullable Path file;

    private StartCache(@Nullable Path file) {
        this.file = file;
    }

    /** Returns the one that the launcher was told of; it may have none. */
    static StartCache ofLauncher() {
        String name = System.getProperty(FILE, "");
        return new StartCache(name.isEmpty() || !Files.isReadable(Path.of(name)) ? null : Path.of(name));
    }

    /**
     * Returns the options that let a JVM use the cache; none where it could not.
     *
     * @param options what the JVM is started with besides
     */
    List<String> options(List<String> options, Map<String, String> environment) {
        if (file == null || !areHarmless(options, environment)) {
            return List.of();
        }
        // A JVM that refuses the cache nevertheless runs without it, and shall not say so on the console.
        return List.of("-XX:AOTCache=" + file, "-Xlog:aot*=off", "-Xlog:cds*=off");
    }

    private static boolean areHarmless(List<String> options, Map<String, String> environment) {
        return options.stream().allMatch(option -> HARMLESS.matcher(option).matches())
                && MORE_OPTIONS.stream()
                        .flatMap(name ->
                                Stream.of(environment.getOrDefault(name, "").split("\\s+")))
                        .allMatch(option ->
                                option.isEmpty() || HARMLESS.matcher(option).matches());
    }

    /**
     * Returns whether Tutti's jars may come before a user's class path, because each file is found in the same place
     * either way.
     */
    boolean mayPrecede(ClassPath users) throws IOException {
        if (file == null) {
            return false;
        }
        if (users.entries().isEmpty()) {
            return true;
        }
        Path list = file.resolveSibling(file.getFileName() + CONTENTS);
        Set<String> tutti = Files.exists(list) ? Set.copyOf(Files.readAllLines(list)) : Set.of();
        return !tutti.isEmpty() && users.entries().stream().noneMatch(entry -> overlaps(entry, tutti));
    }

    private static boolean overlaps(Path entry, Set<String> contents) {
        if (Files.isDirectory(entry)) {
            return contents.stream().anyMatch(name -> Files.exists(entry.resolve(name)));
        }
        try (ZipFile jar = new ZipFile(entry.toFile())) {
            return jar.stream().anyMatch(file -> contents.contains(place(file.getName())));
        } catch (IOException e) {
            return true; // the JVM, too, may see something else in it than a jar
        }
    }

    /**
     * Returns the folders in which jars have classes and other files, and the names of the services that they offer.
     */
    static Set<String> contents(ClassPath jars) throws IOException {
        Set<String> contents = new HashSet<>();
        for (Path entry : jars.entries()) {
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                jar.stream()
                        .filter(file -> !file.isDirectory())
                        .map(file -> place(file.getName()))
                        .filter(place -> !place.isEmpty())
                        .forEach(contents::add);
            }
        }
        return contents;
    }

    /**
     * Returns the folder of a file in a jar, or the file itself where jars have files in one folder; empty if it does
     * not matter.
     */
    private static String place(String name) {
        int slash = name.lastIndexOf('/');
        boolean isShared = slash < 0
                || slash == "META-INF".length()
                || name.startsWith("META-INF/services/")
                || name.startsWith("META-INF/tutti/");
        boolean isAboutTheJar = name.equals("META-INF/MANIFEST.MF")
                || name.equals("META-INF/INDEX.LIST")
                || name.startsWith("META-INF/maven/")
                || name.matches("(META-INF/)?[A-Z_-]*(LICENSE|NOTICE|DEPENDENCIES|README)[^/]*")
                || name.equals("module-info.class");
        if (isAboutTheJar || name.endsWith("/")) {
            return "";
        }
        return isShared ? name : name.substring(0, slash);
    }
}
