package tutti.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What is published is the same whoever builds it, and a user's own project can use it. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class UserProjectTest {
    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path USER_PROJECT = PROJECT.resolve("tools/it/user-project");
    private static final String VERSION = System.getProperty("tutti.it.version");
    private static final Map<String, String> THIS_JDK = Map.of("JAVA_HOME", System.getProperty("java.home"));
    private static final Set<String> NOT_COPIED = Set.of("target", ".git", "docs", "data", "test", "results");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final List<String> GREETINGS = Stream.of(0, 1, 2, 3)
            .map(rank -> "member %d of 4: the ranks add up to 6".formatted(rank))
            .toList();
    private static final String MODULE = """
        module hello {
            requires tutti.group;
        }
        """;
    /** Two processes of a job in one JVM. */
    private static final String TWO_PROCESSES = """
        package hello;

        import java.net.InetAddress;
        import java.net.ServerSocket;
        import java.util.ArrayList;
        import java.util.List;

        public final class Two {
            public static void main(String[] args) throws Exception {
                int port;
                try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                    port = free.getLocalPort();
                }
                List<Thread> processes = new ArrayList<>();
                for (int rank = 0; rank < 2; rank++) {
                    List<String> all = new ArrayList<>(List.of(args));
                    all.add("--tutti-size=2");
                    all.add("--tutti-rank=" + rank);
                    all.add("--tutti-master=127.0.0.1:" + port);
                    processes.add(Thread.ofPlatform().start(() -> Hello.main(all.toArray(String[]::new))));
                }
                for (Thread process : processes) {
                    process.join();
                }
            }
        }
        """;

    private static final Pattern GRADLE = Pattern.compile("Gradle (\\d+)\\.(\\d+)");

    /** What a user's project needs, in folders. */
    private static final List<String> MODULES =
            List.of("serialization", "messaging", "collectives", "group", "integrations/junit");

    @TempDir
    private static Path temporary;

    private static Path repository;

    /** Puts what is published into a local repository of its own, as an installation of it does. */
    @BeforeAll
    static void publish() throws IOException {
        repository = temporary.resolve("repository");
        publish("tutti-parent", PROJECT.resolve("pom.xml"));
        publish("tutti-bom", PROJECT.resolve("bom/target/.flattened-pom.xml"));
        for (String module : MODULES) {
            Path folder = PROJECT.resolve(module);
            String artifact = "tutti-" + folder.getFileName();
            publish(artifact, folder.resolve("pom.xml"));
            Path jar = folder.resolve("target/%s-%s.jar".formatted(artifact, VERSION));
            assertThat(jar).as("not built here").isRegularFile();
            Files.copy(jar, published(artifact, "jar"));
        }
    }

    private static void publish(String artifact, Path pom) throws IOException {
        Path published = published(artifact, "pom");
        Files.createDirectories(published.getParent());
        Files.copy(pom, published);
    }

    private static Path published(String artifact, String type) {
        return repository.resolve("tutti/%1$s/%2$s/%1$s-%2$s.%3$s".formatted(artifact, VERSION, type));
    }

    /** Builds a second time, elsewhere, some modules or all that is published; returns the repository with it. */
    private static Path buildAgain() throws IOException, InterruptedException {
        Path copy = copy(PROJECT, temporary.resolve("second-build"));
        Path second = temporary.resolve("second-repository");
        Tool.run(
                copy,
                Map.of("JAVA_HOME", System.getProperty("tutti.it.mavenJdk")), // as the first build, for jars name it
                Tool.maven(
                        PROJECT,
                        second,
                        "-pl",
                        Boolean.getBoolean("tutti.test.all") ? "bom,integrations/junit" : "bom,serialization",
                        "-am",
                        "install",
                        "-Dmaven.test.skip",
                        "-Dformat=off",
                        "-Derrorprone.main=-XepDisableAllChecks")); // the first build has checked all this
        return second;
    }

    @Test
    void shouldGiveSameBytesInEachBuild() throws IOException, InterruptedException {
        Path second = buildAgain();
        List<Path> jars = find(second.resolve("tutti"), ".jar");

        assertThat(jars)
                .extracting(jar -> jar.getFileName().toString())
                .contains("tutti-serialization-%s.jar".formatted(VERSION))
                .hasSize(Boolean.getBoolean("tutti.test.all") ? MODULES.size() : 1);
        for (Path pom : find(second.resolve("tutti"), ".pom")) {
            assertThat(repository.resolve(second.relativize(pom))).hasSameBinaryContentAs(pom);
        }
        for (Path jar : jars) {
            Path first = find(PROJECT, jar.getFileName().toString()).stream()
                    .filter(path -> path.getParent().endsWith("target"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("not built here: " + jar.getFileName()));
            assertThat(Files.mismatch(jar, first))
                    .as("first byte that differs in %s", first)
                    .isEqualTo(-1);
        }
    }

    @Test
    void shouldPublishVersionsOfOwnArtifactsOnly() throws IOException {
        String bom = Files.readString(
                find(repository, "tutti-bom-%s.pom".formatted(VERSION)).getFirst());

        for (Path jar : find(repository.resolve("tutti"), ".jar")) {
            assertThat(bom)
                    .contains("<artifactId>%s</artifactId>"
                            .formatted(jar.getParent().getParent().getFileName()));
        }
        assertThat(bom).contains("<url>https://www.apache.org/licenses/");
        assertThat(bom).doesNotContain("netty", "junit-jupiter", "jspecify", "<parent>");
    }

    @Test
    void shouldTellProgramOfReadme() throws IOException {
        Matcher code = JAVA.matcher(Files.readString(PROJECT.resolve("README.md")));

        assertThat(code.find()).isTrue();
        assertThat(Files.readString(USER_PROJECT.resolve("src/main/java/hello/Hello.java")))
                .contains(code.group(1));
    }

    @Test
    void shouldRunInProjectOfMaven() throws IOException, InterruptedException {
        assumeFalse(Tool.isOffline(), "Maven is offline: a user gets versions that this build has not; leave out -o");
        Path project = copy(USER_PROJECT, temporary.resolve("maven-project"));
        String printed = Tool.run(
                project,
                THIS_JDK,
                Tool.maven(
                        PROJECT,
                        repository,
                        "-Dtutti.version=" + VERSION,
                        "test",
                        "exec:java",
                        "-Dexec.args=--tutti-members=4"));

        assertThat(printed.lines()).containsAll(GREETINGS);
        assertThat(find(project.resolve("target/surefire-reports"), ".txt"))
                .singleElement()
                .satisfies(report ->
                        assertThat(Files.readString(report)).contains("Tests run: 3, Failures: 0, Errors: 0"));
    }

    @Test
    void shouldRunAsModuleThatSeesExportedPackagesOnly() throws IOException, InterruptedException {
        assumeFalse(Tool.isOffline(), "Maven is offline: a user gets versions that this build has not; leave out -o");
        Path project = copy(USER_PROJECT, temporary.resolve("module-project"));
        Path sources = project.resolve("src/main/java");
        Files.writeString(sources.resolve("module-info.java"), MODULE);
        Files.writeString(sources.resolve("hello/Two.java"), TWO_PROCESSES);
        Tool.run(
                project,
                THIS_JDK,
                Tool.maven(
                        PROJECT,
                        repository,
                        "-Dtutti.version=" + VERSION,
                        "compile",
                        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                        "-Dmdep.includeScope=runtime",
                        "-Dmdep.outputFile=target/path"));
        String path = project.resolve("target/classes")
                + File.pathSeparator
                + Files.readString(project.resolve("target/path"));

        List<String> asModule = List.of("--module-path", path, "--module", "hello/hello.");
        List<String> onClassPath = List.of("-cp", path, "hello.");
        for (List<String> way : List.of(asModule, onClassPath)) {
            assertThat(java(project, way, "Hello", "--tutti-members=4")).containsAll(GREETINGS);
            if (way.equals(onClassPath) && !Boolean.getBoolean("tutti.test.all")) {
                continue; // as most other tests
            }
            assertThat(java(project, way, "Two", "--tutti-members=4", "--tutti-transport=grpc"))
                    .containsAll(GREETINGS);
            assertThat(java(project, way, "Two", "--tutti-members=4", "--tutti-tls=on"))
                    .containsAll(GREETINGS);
        }
        assertThat(compiled(path, "tutti.group.ColGroup", "tutti.serialization.DirectBuffer"))
                .isEmpty();
        assertThat(compiled(path, "tutti.serialization.codec.ObjectCodec"))
                .contains("package tutti.serialization.codec is not visible");
    }

    private static List<String> java(Path project, List<String> way, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(way);
        command.set(command.size() - 1, way.getLast() + program);
        command.addAll(List.of(arguments));
        return Tool.run(project, Map.of(), command).lines().toList();
    }

    /** Compiles a module that requires tutti.group and imports classes; returns the compiler's complaints. */
    private static String compiled(String path, String... classes) throws IOException {
        Path folder = Files.createTempDirectory(temporary, "importing");
        Path descriptor = Files.writeString(folder.resolve("module-info.java"), MODULE);
        Path importing = Files.createDirectory(folder.resolve("hello")).resolve("Importing.java");
        String imports = Stream.of(classes).map("import %s;\n"::formatted).collect(Collectors.joining());
        Files.writeString(importing, "package hello;\n" + imports + "class Importing {}\n");
        StringWriter complaints = new StringWriter();
        PrintWriter printer = new PrintWriter(complaints);
        ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        printer,
                        printer,
                        "--module-path",
                        path,
                        "-d",
                        folder.toString(),
                        descriptor.toString(),
                        importing.toString());
        return complaints.toString();
    }

    @Test
    void shouldRunInProjectOfGradle() throws IOException, InterruptedException {
        assumeFalse(Tool.isOffline(), "Maven is offline: Gradle would not be");
        assumeTrue(hasGradle(), "no Gradle 9.1 or newer, the first that runs on this JDK: put gradle on the PATH");
        Path project = copy(USER_PROJECT, temporary.resolve("gradle-project"));
        String printed = Tool.run(
                project,
                THIS_JDK,
                List.of(
                        "gradle",
                        "--no-daemon",
                        "--quiet",
                        "-PtuttiVersion=" + VERSION,
                        "-PtuttiRepository=" + repository.toUri(),
                        "test",
                        "run",
                        "--args=--tutti-members=4"));

        assertThat(printed.lines()).containsAll(GREETINGS);
        assertThat(find(project.resolve("build/test-results"), ".xml"))
                .singleElement()
                .satisfies(report ->
                        assertThat(Files.readString(report)).contains("tests=\"3\" skipped=\"0\" failures=\"0\""));
    }

    private static boolean hasGradle() throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder("gradle", "--version")
                    .redirectErrorStream(true)
                    .start();
            Matcher version =
                    GRADLE.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            process.waitFor();
            return version.find()
                    && Integer.parseInt(version.group(1)) * 100 + Integer.parseInt(version.group(2)) >= 901;
        } catch (IOException e) {
            return false;
        }
    }

    /** Copies sources, without what is built of them. */
    private static Path copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (from.equals(PROJECT)
                        && NOT_COPIED.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)));
                return FileVisitResult.CONTINUE;
            }
        });
        return to;
    }

    private static List<Path> find(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
