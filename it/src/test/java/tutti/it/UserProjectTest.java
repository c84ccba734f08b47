package tutti.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is published is the same whoever builds it, and a user's own project can use it. */
@Timeout(300)
class UserProjectTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Path USER_PROJECT = PROJECT.resolve("it/user-project");
    private static final String VERSION = System.getProperty("tutti.it.version");
    private static final Map<String, String> THIS_JDK = Map.of("JAVA_HOME", System.getProperty("java.home"));
    private static final Set<String> NOT_COPIED = Set.of("target", ".git", "docs", "data", "test", "results");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final List<String> GREETINGS = Stream.of(0, 1, 2, 3)
            .map(rank -> "member %d of 4: the ranks add up to 6".formatted(rank))
            .toList();
    private static final Pattern GRADLE = Pattern.compile("Gradle (\\d+)\\.(\\d+)");

    @TempDir
    private static Path temporary;

    private static Path repository;

    /** A second build, elsewhere, of what is published, into a local repository of its own. */
    @BeforeAll
    @Timeout(300)
    static void install() throws IOException, InterruptedException {
        Path copy = copy(PROJECT, temporary.resolve("second-build"));
        repository = temporary.resolve("repository");
        Tool.run(
                copy,
                Map.of("JAVA_HOME", System.getProperty("tutti.it.mavenJdk")), // as the first build, for jars name it
                Tool.maven(
                        PROJECT,
                        repository,
                        "-pl",
                        "bom,junit",
                        "-am",
                        "install",
                        "-Dmaven.test.skip",
                        "-Dformat=off",
                        "-Derrorprone.main=-XepDisableAllChecks")); // the first build has checked all this
    }

    @Test
    void shouldGiveSameBytesInEachBuild() throws IOException {
        List<Path> jars = find(repository.resolve("tutti"), ".jar");

        assertThat(jars)
                .extracting(jar -> jar.getFileName().toString())
                .contains("tutti-group-%s.jar".formatted(VERSION), "tutti-junit-%s.jar".formatted(VERSION));
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
