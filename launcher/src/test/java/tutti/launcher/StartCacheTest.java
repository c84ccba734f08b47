package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.launched.Adding;
import tutti.messaging.NightlySource;

/** A cache as the script makes it, of this module's jars and those below it. */
@Timeout(300)
class StartCacheTest {
    @TempDir
    private static Path folder;

    @TempDir
    private Path own;

    private static String jars = "";
    private static Path cache = Path.of("");
    private static Path program = Path.of("");

    @BeforeAll
    static void makeCache() throws Exception {
        Path lib = Files.createDirectory(folder.resolve("lib"));
        List<String> classPath = new ArrayList<>();
        Path testClasses = Path.of("target", "test-classes").toAbsolutePath();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (!path.equals(testClasses) && Files.exists(path)) {
                classPath.add((Files.isDirectory(path) ? jar(lib.resolve(classPath.size() + ".jar"), path) : path)
                        .toString());
            }
        }
        jars = String.join(File.pathSeparator, classPath);
        cache = folder.resolve("tutti.aot");
        Path classes = folder.resolve("classes");
        Path adding = Path.of(Adding.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(classes.resolve(adding).getParent());
        Files.copy(testClasses.resolve(adding), classes.resolve(adding));
        program = jar(folder.resolve("program.jar"), classes);
        Result made = run(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:AOTCacheOutput=" + cache,
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-AOTRecordTraining",
                "-Dio.netty.jfr.enabled=false",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jars,
                StartTraining.class.getName(),
                cache.toString()));
        assertThat(made.exitCode()).as(made.text()).isZero();
        assertThat(cache).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(ints = 2)
    @NightlySource("1")
    void shouldStartTheJvmsOfAJobFromTheCache(int jvms) throws Exception {
        Path log = own.resolve("classes-%p");
        Result result = tutti(
                cache,
                "-n",
                "2",
                "--jvms",
                Integer.toString(jvms),
                "-cp",
                program.toString(),
                "-J-Xlog:class+load:file=" + log);
        assertRight(result, jvms);
        try (Stream<Path> logs = Files.list(own)) {
            assertThat(logs.toList())
                    .hasSize(jvms)
                    .allSatisfy(each -> assertThat(Files.readString(each))
                            .containsPattern("tutti.group.ColGroupMaster source: shared objects file"));
        }
    }

    @Tag("nightly")
    @Test
    void shouldRunWithoutACache() throws Exception {
        assertRight(tutti(own.resolve("none"), "-n", "2", "--jvms", "2", "-cp", program.toString()), 2);
    }

    @Tag("nightly")
    @Test
    void shouldRunWithACacheThatIsCutOff() throws Exception {
        runWithACutOffCache(1_000_000);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {0, 1000})
    void shouldRunWithACacheOfWhichLittleIsLeft(int length) throws Exception {
        runWithACutOffCache(length);
    }

    private void runWithACutOffCache(int length) throws Exception {
        Path damaged = own.resolve("tutti.aot");
        byte[] bytes = Files.readAllBytes(cache);
        Files.write(damaged, Arrays.copyOf(bytes, length));
        Files.copy(contents(cache), contents(damaged));
        assertRight(tutti(damaged, "-n", "2", "-cp", program.toString()), 1);
    }

    @Test
    void shouldRunWithACacheOfOtherJars() throws Exception {
        Path stale = own.resolve("tutti.aot");
        Path jar = jar(own.resolve("0.jar"), own);
        Result made = run(List.of(java(), "-XX:AOTCacheOutput=" + stale, "-cp", jar.toString(), "-version"));
        assertThat(made.exitCode()).isZero();
        Files.copy(contents(cache), contents(stale));
        assertRight(tutti(stale, "-n", "2", "-cp", program.toString()), 1);
    }

    @ParameterizedTest
    @ValueSource(strings = "--add-opens=java.base/java.lang=ALL-UNNAMED")
    @NightlySource({"-XX:+UseZGC", "-Xshare:off", "-XX:-UseCompressedOops", "-XX:AOTMode=off", "-Xmx40g"})
    void shouldRunWithAnOptionThatACacheDoesNotBear(String option) throws Exception {
        assertRight(tutti(cache, "-n", "2", "-cp", program.toString(), "-J" + option), 1);
    }

    @Test
    void shouldLetTheUsersClassesComeFirstWhereTheyHaveTheSamePlace() throws Exception {
        Path other = Files.createDirectories(own.resolve("classes/tutti/group"));
        Files.createFile(other.resolve("Other.class"));
        StartCache known = cacheOfLauncher();
        assertThat(known.mayPrecede(new ClassPath(List.of(own.resolve("classes")))))
                .isFalse();
        assertThat(known.mayPrecede(new ClassPath(List.of(jar(own.resolve("my.jar"), own.resolve("classes"))))))
                .isFalse();
        assertThat(known.mayPrecede(new ClassPath(List.of(own.resolve("my.jar"), own.resolve("no.jar")))))
                .isFalse();
    }

    @Test
    void shouldPrecedeWhatHasOtherPlaces() throws Exception {
        Path other = Files.createDirectories(own.resolve("classes/my/program"));
        Files.createFile(other.resolve("Other.class"));
        Path services = Files.createDirectories(own.resolve("classes/META-INF/services"));
        Files.createFile(services.resolve("my.program.Service"));
        StartCache known = cacheOfLauncher();
        assertThat(known.mayPrecede(new ClassPath(List.of()))).isTrue();
        assertThat(known.mayPrecede(new ClassPath(List.of(own.resolve("classes")))))
                .isTrue();
        assertThat(known.mayPrecede(new ClassPath(List.of(jar(own.resolve("my.jar"), own.resolve("classes"))))))
                .isTrue();
    }

    @Test
    void shouldBeUsedOnlyWithHarmlessOptions() {
        StartCache known = cacheOfLauncher();
        assertThat(known.options(List.of("-Dname=value", "-Xmx2g", "-ea", "-Xss1m"), Map.of()))
                .contains("-XX:AOTCache=" + cache);
        for (String option : List.of("-Xmx32g", "-javaagent:x.jar", "-XX:+UseZGC", "-Djava.system.class.loader=X")) {
            assertThat(known.options(List.of(option), Map.of())).isEmpty();
            assertThat(known.options(List.of(), Map.of("JAVA_TOOL_OPTIONS", "-ea " + option)))
                    .isEmpty();
        }
    }

    private static StartCache cacheOfLauncher() {
        System.setProperty(StartCache.FILE, cache.toString());
        try {
            return StartCache.ofLauncher();
        } finally {
            System.clearProperty(StartCache.FILE);
        }
    }

    private static void assertRight(Result result, int jvms) {
        assertThat(result.exitCode()).as(result.text()).isZero();
        assertThat(result.lines())
                .as(result.text())
                .isEqualTo(
                        jvms == 1
                                ? new TreeSet<>(List.of("member 0 of 2: 1", "member 1 of 2: 1"))
                                : new TreeSet<>(List.of("[0] member 0 of 2: 1", "[1] member 1 of 2: 1")));
    }

    private static Path contents(Path of) {
        return of.resolveSibling(of.getFileName() + StartCache.CONTENTS);
    }

    /** Runs {@link Adding} as the script has it run, with this cache for the launcher and the job. */
    private static Result tutti(Path with, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:AOTCache=" + with,
                "-Xlog:aot*=off",
                "-Xlog:cds*=off",
                "-D" + StartCache.FILE + "=" + with,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jars,
                TuttiCommand.class.getName(),
                "run"));
        command.addAll(List.of(options));
        command.add(Adding.class.getName());
        return run(command);
    }

    private static String java() {
        return JobPlan.java().toString();
    }

    private static Path jar(Path jar, Path classes) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path file : files) {
                if (!file.equals(jar)) {
                    out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                    Files.copy(file, out);
                }
            }
        }
        return jar;
    }

    private static Result run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), text);
    }

    /** Its text is all that it has written. */
    private record Result(int exitCode, String text) {
        TreeSet<String> lines() {
            return new TreeSet<>(text.lines().toList());
        }
    }
}
