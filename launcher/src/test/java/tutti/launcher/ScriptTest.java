package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The script {@code tutti} in a source tree whose Maven only copies jars and counts its runs. */
class ScriptTest {
    private static final Path SCRIPT = Path.of("..", "tutti");
    private static final String JDK = System.getProperty("java.home");
    private static final String PROGRESS = """
        echo '[INFO] Building Tutti 0.1.0-SNAPSHOT                                     [1/12]'
        echo '[INFO] --------------------------------[ pom ]---------------------------------'
        echo '[INFO] Building Tutti launcher 0.1.0-SNAPSHOT                            [2/12]'
        """;

    /** The jar of each module besides the launcher that the script needs. */
    private static final Map<String, String> MODULES = Map.of(
            "examples-asp-leq-qr", "tutti-examples",
            "tools/bench", "tutti-bench",
            "jgf-benchmarks", "tutti-jgf-benchmarks",
            "nas-benchmarks", "tutti-nas-benchmarks",
            "tools/report", "tutti-report",
            "compat/openmpi-java", "tutti-openmpi-java",
            "compat/mpijava", "tutti-mpijava");

    @TempDir
    private Path folder;

    private Path tree;
    private Path source;
    private String script;
    private String startCache = "off"; // else each test would train one

    @BeforeEach
    void makeTree() throws Exception {
        tree = Files.createDirectory(folder.resolve("source tree"));
        write(tree.resolve("tutti"), Files.readString(SCRIPT));
        Files.createFile(tree.resolve("pom.xml"));
        source = tree.resolve("launcher/src/main/Some.java");
        Files.createDirectories(source.getParent());
        Files.createFile(source);
        Path jars = Files.createDirectory(folder.resolve("jars"));
        Files.copy(pathOf(CommandLine.class), jars.resolve("picocli.jar"));
        jar(jars.resolve("tutti-launcher-0.jar"), pathOf(TuttiCommand.class));
        StringBuilder copying = new StringBuilder("mkdir -p launcher/target/dist/lib\n");
        MODULES.forEach((module, jar) -> copying.append("""
            mkdir -p %2$s/target/dist/lib
            cp "%1$s/tutti-launcher-0.jar" %2$s/target/dist/lib/%3$s-0.jar
            """.formatted(jars, module, jar)));
        script = copying.append("cp \"%s\"/* launcher/target/dist/lib\n".formatted(jars))
                .toString();
        maven(script);
    }

    @Test
    void shouldBuildOnce() throws Exception {
        startCache = "on"; // which cannot be made of these jars
        Result first = run(tree.resolve("tutti"), "--version");
        assertThat(first.out()).startsWith("tutti ");
        assertThat(first.err()).isEqualTo("building tutti (first run: a few minutes)...\n");
        Result second = run(tree.resolve("tutti"), "--version");
        assertThat(second.out()).startsWith("tutti ");
        assertThat(second.err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void shouldSayWhichModuleIsBuilt() throws Exception {
        maven(PROGRESS + script);

        assertThat(run(tree.resolve("tutti"), "--version").err()).isEqualTo("""
            building tutti (first run: a few minutes)...
            building tutti: 1 of 12, Tutti
            building tutti: 2 of 12, Tutti launcher
            """);
    }

    @Test
    void shouldSayItInOneLineOfATerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script is not installed");
        maven(PROGRESS + "sleep 3\n" + script);
        Process process = new ProcessBuilder("script", "-qec", "./tutti --version", "/dev/null")
                .directory(tree.toFile())
                .start();
        process.getOutputStream().close();

        assertThat(Result.of(process).out())
                .containsSubsequence(
                        "\r\u001b[Kbuilding tutti: 2 of 12, Tutti launcher (", " s)\r\u001b[K", "\r\u001b[Ktutti ");
    }

    @Test
    void shouldBuildAgainWhenASourceIsNewer() throws Exception {
        run(tree.resolve("tutti"), "--version");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(100)));
        assertThat(run(tree.resolve("tutti"), "--version").err())
                .isEqualTo("building tutti (its sources changed)...\n");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void shouldNotBuildAfterABuildByHand() throws Exception {
        new ProcessBuilder("./mvnw").directory(tree.toFile()).start().waitFor();
        assertThat(run(tree.resolve("tutti"), "--version").err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void shouldBuildOnceForAllThatStartTogether() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(Map.of(), tree.resolve("tutti"), "--version"));
        }
        for (Process process : processes) {
            assertThat(Result.of(process).out()).startsWith("tutti ");
        }
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void shouldBreakTheLockOfADeadProcess() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.createSymbolicLink(
                Files.createDirectory(tree.resolve("target")).resolve("tutti-build.lock"),
                Path.of(Long.toString(dead.pid())));
        assertThat(run(tree.resolve("tutti"), "--version").exitCode()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 32, 64, 127})
    void shouldSayThatFilesAreFew(int limit) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "ulimit -n %d && exec ./tutti --version".formatted(limit))
                .directory(tree.toFile())
                .start();
        Result result = Result.of(process);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .startsWith("tutti: too few open files: limit=%d needed=128; ".formatted(limit))
                .contains("ulimit");
        assertThat(tree.resolve("builds")).doesNotExist();
    }

    @Test
    void shouldShowTheOutputOfAFailedBuild() throws Exception {
        maven("echo 'cannot compile' && exit 1");
        Result result = run(tree.resolve("tutti"), "--version");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("cannot compile", "tutti: the build failed");
        assertThat(tree.resolve("target/tutti-build.lock")).doesNotExist();
    }

    @Test
    void shouldEndTheBuildWithItself() throws Exception {
        maven("echo $$ > target/maven && exec sleep 1000");
        Process process = start(Map.of(), tree.resolve("tutti"), "--version");
        Path pid = tree.resolve("target/maven");
        Awaitility.await().atMost(3, TimeUnit.MINUTES).until(() -> Files.exists(pid) && Files.size(pid) > 0);
        process.toHandle().destroy();
        assertThat(Result.of(process).exitCode()).isEqualTo(143);
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())))
                .isEmpty();
        assertThat(Files.isSymbolicLink(tree.resolve("target/tutti-build.lock")))
                .isFalse();
    }

    @Test
    void shouldRunThroughSymbolicLinks() throws Exception {
        Path first = Files.createSymbolicLink(folder.resolve("first"), Path.of("source tree", "tutti"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), first.toAbsolutePath());
        assertThat(run(second, "--version").out()).startsWith("tutti ");
    }

    @Test
    void shouldPassOverAnOldJavaHome() throws Exception {
        Path old = Files.createDirectories(folder.resolve("jdk-17/bin")).getParent();
        write(old.resolve("bin/java"), "exit 99");
        write(old.resolve("bin/javac"), "exit 99");
        write(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"");
        Map<String, String> environment =
                Map.of("JAVA_HOME", old.toString(), "PATH", JDK + "/bin:" + System.getenv("PATH"));
        assertThat(Result.of(start(environment, tree.resolve("tutti"), "--version"))
                        .out())
                .startsWith("tutti ");
    }

    @Test
    void shouldSayWhatToInstall() throws Exception {
        write(tree.resolve("tutti"), Files.readString(SCRIPT).replace("\nrequired=25\n", "\nrequired=999\n"));
        Result result = run(tree.resolve("tutti"), "--version");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .startsWith("tutti: no JDK 999 or newer found; install one")
                .hasLineCount(1);
    }

    @Test
    void shouldMakeOneCacheForAllThatStartTogether() throws Exception {
        trainQuickly();
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(Map.of(), tree.resolve("tutti"), "--version"));
        }
        for (Process process : processes) {
            Result result = Result.of(process);
            assertThat(result.exitCode()).as(result.err()).isZero();
            assertThat(result.out()).startsWith("tutti ");
        }
        assertThat(Files.readAllLines(cacheFolder().resolve("trainings"))).hasSize(1);
        assertCacheIsUsable();
        assertThat(run(tree.resolve("tutti"), "--version").err()).isEmpty();
        assertThat(Files.readAllLines(cacheFolder().resolve("trainings"))).hasSize(1);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMakeTheCacheAnewWhenItsMakerWasKilled(boolean withItsJvm) throws Exception {
        trainQuickly();
        Path hold = Files.createFile(Files.createDirectories(cacheFolder()).resolve("hold"));
        Process killed = start(Map.of(), tree.resolve("tutti"), "--version");
        Awaitility.await()
                .atMost(3, TimeUnit.MINUTES)
                .until(() -> Files.exists(cacheFolder().resolve("trainings")));
        List<ProcessHandle> trainings = killed.descendants().toList();
        killed.destroyForcibly().waitFor();
        if (withItsJvm) {
            trainings.forEach(ProcessHandle::destroyForcibly);
        }
        Files.delete(hold);
        Result next = run(tree.resolve("tutti"), "--version");
        assertThat(next.exitCode()).as(next.err()).isZero();
        assertThat(next.out()).startsWith("tutti ");
        assertThat(next.err()).isEmpty();
        assertCacheIsUsable();
        trainings.forEach(training -> training.onExit().join());
        assertCacheIsUsable();
    }

    @Tag("nightly")
    @Test
    void shouldUseACacheThatMayOnlyBeRead() throws Exception {
        trainQuickly();
        run(tree.resolve("tutti"), "--version");
        Set<PosixFilePermission> mayBeRead = PosixFilePermissions.fromString("r-xr-xr-x");
        Files.setPosixFilePermissions(cacheFolder().resolve("tutti.aot"), mayBeRead);
        Files.setPosixFilePermissions(cacheFolder(), mayBeRead);
        Result result = run(tree.resolve("tutti"), "--version");
        Files.setPosixFilePermissions(cacheFolder(), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(result.out()).startsWith("tutti ");
        assertThat(result.err()).isEmpty();
        assertThat(Files.readAllLines(cacheFolder().resolve("trainings"))).hasSize(1);
    }

    @Test
    void shouldRunWhereNoCacheCanBeMade() throws Exception {
        trainQuickly();
        Files.createFile(cacheFolder()); // in place of the folder: permissions do not bind root
        Result result = run(tree.resolve("tutti"), "--version");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("tutti ");
        assertThat(result.err()).isEmpty();
    }

    /**
     * Builds, with a training run that starts nothing, notes that it ran, and does not end while there is a file {@code
     * hold}.
     */
    private void trainQuickly() throws Exception {
        startCache = "on";
        Path sources = Files.createDirectory(folder.resolve("training"));
        Path source = Files.writeString(sources.resolve("StartTraining.java"), """
            package tutti.launcher;
            import java.nio.file.*;
            final class StartTraining {
                public static void main(String[] arguments) throws Exception {
                    Path contents = Path.of(arguments[0] + ".contents");
                    Path trainings = contents.resolveSibling("trainings");
                    Files.write(trainings, java.util.List.of("one"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    while (Files.exists(contents.resolveSibling("hold"))) {
                        Thread.sleep(10);
                    }
                    Files.writeString(contents, "tutti/launcher");
                }
            }
            """);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", source.toString()))
                .isZero();
        Path compiled = Files.createDirectories(sources.resolve("jar/tutti/launcher"));
        Files.move(sources.resolve("StartTraining.class"), compiled.resolve("StartTraining.class"));
        new ProcessBuilder("./mvnw").directory(tree.toFile()).start().waitFor();
        jar(tree.resolve("launcher/target/dist/lib/0-first.jar"), sources.resolve("jar"));
    }

    private Path cacheFolder() {
        return tree.resolve("launcher/target/start-cache");
    }

    /** A JVM that must use the cache starts. */
    private void assertCacheIsUsable() throws Exception {
        String jars;
        try (Stream<Path> all = Files.list(tree.resolve("launcher/target/dist/lib"))) {
            jars = all.map(Path::toString).sorted().collect(Collectors.joining(":"));
        }
        Process java = new ProcessBuilder(
                        JDK + "/bin/java",
                        "-XX:AOTMode=on",
                        "-XX:AOTCache=" + cacheFolder().resolve("tutti.aot"),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        jars,
                        TuttiCommand.class.getName(),
                        "--version")
                .start();
        Result result = Result.of(java);
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    }

    private long builds() throws IOException {
        return Files.readAllLines(tree.resolve("builds")).size();
    }

    private void maven(String script) throws IOException {
        write(tree.resolve("mvnw"), "#!/bin/sh\nset -e\necho built >> builds\n" + script);
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void jar(Path jar, Path classes) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    private static Path pathOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private Result run(Path script, String... arguments) throws Exception {
        return Result.of(start(Map.of("JAVA_HOME", JDK), script, arguments));
    }

    private Process start(Map<String, String> environment, Path script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", JDK);
        builder.environment().put("TUTTI_START_CACHE", startCache);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private record Result(int exitCode, String out, String err) {
        static Result of(Process process) throws Exception {
            // Little is written, so one after the other will do.
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), out, err);
        }
    }
}
