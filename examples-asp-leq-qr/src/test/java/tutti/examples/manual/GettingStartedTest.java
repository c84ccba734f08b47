package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page "Getting started", done to the letter: its files are written, its commands typed, their output compared.
 *
 * <p>Two things stand in: Tutti's sources, whose build is the one that runs this test, so that only its jars are
 * installed; and {@code mvn}, which is this project's wrapper, or the system's Maven if there is one, each with a local
 * repository of its own that is empty the first time.
 */
@Tag("dist")
class GettingStartedTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(tutti-[a-z-]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
    private static final Pattern FILE = Pattern.compile("(?:.* )?`([^`]+)`:");
    private static final Pattern INSERTION = Pattern.compile(".*`([^`]+)`, before `([^`]+)`:");
    private static final String UNREACHABLE = "Could not transfer artifact";
    private static final String OUTPUT = "=== output of step ";
    private static final Pattern STEP = Pattern.compile(OUTPUT + "\\d+ at \\d+\n?");
    private static final Pattern TIME = Pattern.compile("=== .* at (\\d+)");
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What {@code mvn} is. */
    enum Maven {
        WRAPPER,
        SYSTEM
    }

    private final Page page;
    private final Map<String, String> files = new HashMap<>();
    private final List<String> steps = new ArrayList<>();

    @TempDir
    private Path folder;

    GettingStartedTest() throws IOException {
        page = Page.read("getting-started.md");
    }

    private void makeWhatAReaderHas(Maven maven) throws IOException {
        String command = switch (maven) {
            case WRAPPER -> Page.PROJECT + "/mvnw";
            case SYSTEM -> systemMaven().toString();
        };
        Path repository =
                Page.PROJECT.resolve("target/user-repository-" + maven.name().toLowerCase(Locale.ROOT));
        // Maven 3.8 does not know the tail, in which the build's own downloads are.
        executable("bin/mvn", """
            export MAVEN_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' # it does not run for long
            exec '%s' -B -Dmaven.repo.local='%s' -Dmaven.repo.local.tail="$HOME/.m2/repository" "$@"
            """.formatted(command, repository));
        executable("tutti/mvnw", """
            [ "$*" = "install -Dmaven.test.skip=true -Dformat=off" ]
            """);
        executable("tutti/tutti", """
            exec "$JAVA_HOME/bin/java" -cp '%s/launcher/target/dist/lib/*' tutti.launcher.TuttiCommand "$@"
            """.formatted(Page.PROJECT));
        install(repository);
    }

    private static Path systemMaven() {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "mvn"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), "no mvn on the path");
        return found.orElseThrow();
    }

    @Test
    void shouldLeadToARunningProgram() throws Exception {
        follow(Maven.WRAPPER);
    }

    @Tag("nightly")
    @Test
    void shouldLeadToARunningProgramWithTheMavenOfTheSystem() throws Exception {
        follow(Maven.SYSTEM);
    }

    private void follow(Maven maven) throws Exception {
        makeWhatAReaderHas(maven);
        follow(maven, environment());
    }

    @Tag("nightly")
    @Timeout(1800)
    @Test
    void shouldLeadThereFromAFreshClone() throws Exception {
        followFromAFreshClone(Maven.WRAPPER);
    }

    @Tag("nightly")
    @Timeout(1800)
    @Test
    void shouldLeadThereFromAFreshCloneWithTheMavenOfTheSystem() throws Exception {
        followFromAFreshClone(Maven.SYSTEM);
    }

    /** Nothing stands in: the sources are a clone, which the page builds, and the local repository is empty. */
    private void followFromAFreshClone(Maven maven) throws Exception {
        String command =
                maven == Maven.WRAPPER ? folder + "/tutti/mvnw" : systemMaven().toString();
        String repository = "-Dmaven.repo.local=" + folder.resolve("repository");
        executable("bin/mvn", "exec '%s' -B '%s' \"$@\"\n".formatted(command, repository));
        Shell.Ended cloned = Shell.run(folder, "git clone -q '%s' tutti".formatted(Page.PROJECT));
        assumeTrue(cloned.exitCode() == 0, cloned.output());
        Map<String, String> environment = new HashMap<>(environment());
        environment.put("MAVEN_ARGS", repository); // of the wrapper
        follow(maven, environment);
    }

    private void follow(Maven maven, Map<String, String> environment) throws Exception {
        assertThat(page.linesThatBegin("## ").stream()
                        .filter(line -> line.matches("## \\d\\. .*"))
                        .count())
                .isBetween(1L, 5L);
        List<Page.Block> blocks = new ArrayList<>(page.blocksBefore("## The same program, elsewhere"));
        blocks.addAll(page.blocksUnder("### In several JVMs"));
        blocks.addAll(page.blocksUnder("### As a jar, for Slurm, mpirun and Kubernetes"));

        Shell.Ended ended = Shell.run(folder, environment, script(blocks));

        assumeFalse(
                ended.output().contains(UNREACHABLE), "Maven Central cannot be reached, where mvn gets its plugins");
        assertThat(ended.exitCode()).as(ended.output()).isZero();
        printTimes(maven, ended.output());
        String plain = COLOUR.matcher(ended.output()).replaceAll(""); // Maven 3.8 ends colours that it does not use
        List<String> outputs = List.of(STEP.split(plain, -1));
        int commands = 0;
        for (Page.Block block : blocks) {
            if (block.language().equals("sh")) {
                commands++;
            } else if (block.language().isEmpty()) {
                assertThat(outputs.get(commands).strip().lines())
                        .containsExactlyInAnyOrderElementsOf(
                                block.content().lines().toList());
            }
        }
        assertThat(outputs.getLast().lines().filter(line -> line.startsWith("member "))) // Maven may warn before
                .hasSize(4)
                .contains("member 3 of 4: the ranks add up to 6");
    }

    @Test
    void shouldNameTheSameArtifactForGradle() throws Exception {
        String pom = page.blocksUnder("## 2. Make a project").get(1).content();
        String dependency = pom.substring(pom.indexOf("<dependency>"));
        String version = first(VERSION, dependency);

        assertThat(version).isEqualTo(first(VERSION, Files.readString(Page.PROJECT.resolve("pom.xml"))));
        assertThat(page.blocksUnder("### With Gradle").getFirst().content())
                .contains("\"tutti:%s:%s\"".formatted(first(ARTIFACT, dependency), version));
    }

    /** Each step is named by the last of its commands that may take time. */
    private void printTimes(Maven maven, String output) {
        List<Long> times = TIME.matcher(output)
                .results()
                .map(found -> Long.parseLong(found.group(1)))
                .toList();
        for (int step = 0; step < steps.size(); step++) {
            String command = steps.get(step)
                    .lines()
                    .filter(line -> !line.matches("(cd|mkdir|export) .*"))
                    .reduce("make a folder", (before, after) -> after);
            System.out.printf(
                    "getting started, %s: %6d ms: %s%n",
                    maven, (times.get(step + 1) - times.get(step)) / NANOS_PER_MILLI, command);
        }
    }

    /**
     * Turns blocks into one script: files are written where the line before a block names them, commands stay as they
     * are.
     */
    private String script(List<Page.Block> blocks) {
        StringBuilder script = new StringBuilder();
        for (Page.Block block : blocks) {
            Matcher insertion = INSERTION.matcher(block.before());
            Matcher file = FILE.matcher(block.before());
            if (block.language().equals("sh")) {
                steps.add(block.content());
                script.append("echo \"%s%d at $(date +%%s%%N)\"\n%s".formatted(OUTPUT, steps.size(), block.content()));
            } else if (insertion.matches()) {
                String content = files.get(insertion.group(1));
                String mark = insertion.group(2);
                write(script, insertion.group(1), content.replace(mark, block.content() + mark));
            } else if (!block.language().isEmpty()) {
                assertThat(file.matches()).as(block.before()).isTrue();
                write(script, file.group(1), block.content());
            }
        }
        return script.append("echo \"=== end at $(date +%s%N)\"\n").toString();
    }

    private void write(StringBuilder script, String file, String content) {
        files.put(file, content);
        script.append(
                "mkdir -p \"$(dirname %1$s)\"\ncat >%1$s <<'END OF FILE'\n%2$sEND OF FILE\n".formatted(file, content));
    }

    /** The default Java is another than the page asks for: to use it is a mistake. */
    private Map<String, String> environment() throws IOException {
        executable("bin/java", "echo 'this is Java 17' >&2; exit 1\n");
        return Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "PATH",
                folder.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
    }

    private void executable(String name, String script) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Puts the poms of all modules, and the jars that are there, where Maven's install puts them. */
    private static void install(Path repository) throws IOException {
        String parent = Files.readString(Page.PROJECT.resolve("pom.xml"));
        String version = first(VERSION, parent);
        List<String> modules = new ArrayList<>(List.of("."));
        MODULE.matcher(parent).results().forEach(found -> modules.add(found.group(1)));
        for (String module : modules) {
            Path pom = Page.PROJECT.resolve(module, "pom.xml");
            String own = Files.readString(pom);
            int afterParent = Math.max(0, own.indexOf("</parent>"));
            String artifact = first(ARTIFACT, own.substring(afterParent));
            Path to = repository.resolve("tutti", artifact, version);
            Files.createDirectories(to);
            String name = artifact + "-" + version;
            Files.copy(pom, to.resolve(name + ".pom"), StandardCopyOption.REPLACE_EXISTING);
            Path jar = Page.PROJECT.resolve(module, "target", name + ".jar");
            if (Files.exists(jar)) {
                Files.copy(jar, to.resolve(name + ".jar"), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return found.group(1);
    }
}
