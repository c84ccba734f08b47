package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The manual becomes a site without a broken link, and the Dockerfiles pass a linter; the tools notice what is wrong.
 */
class SiteTest {
    private static final Path TOOLS = Page.PROJECT.resolve("target/site-tools/bin");

    private static final Pattern METHOD = Pattern.compile("href=\"([^\"#]*javadoc/tutti/[^\"#]*)#([^\"]+)");
    private static final Pattern JAVADOC = Pattern.compile("href=\"([^\"#]*javadoc/[^\"#]*)");

    /** What the script returns where its tools cannot be had. */
    private static final int UNAVAILABLE = 75;

    private static Shell.Ended build;

    @TempDir
    private Path folder;

    @BeforeAll
    @Timeout(600) // the first time, the tools are installed
    static void build() throws Exception {
        Path javadoc = Page.PROJECT.resolve("target/site-javadoc");
        Shell.Ended made = Shell.run(Page.PROJECT, javadocCommand(javadoc));
        assertThat(made.exitCode()).as(made.output()).isZero();
        build = Shell.run(Page.PROJECT, Map.of("TUTTI_JAVADOC", javadoc.toString()), "docs/build");
    }

    private static String javadocCommand(Path javadoc) {
        return String.join(
                " ",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                ".mvn/Javadoc.java -quiet -Xdoclint:none -notimestamp -sourcepath target/no-sources",
                "-classpath '" + System.getProperty("java.class.path") + "'",
                "-d '" + javadoc + "'",
                "--packages serialization/src/main/java/tutti/serialization messaging/src/main/java/tutti/messaging",
                "collectives/src/main/java/tutti/collectives group/src/main/java/tutti/group",
                "group/src/main/java/tutti/group/file",
                "integrations/junit/src/main/java/tutti/junit");
    }

    @BeforeEach
    void assumeTools() {
        assumeTrue(build.exitCode() != UNAVAILABLE, build.output());
    }

    @Test
    void shouldHaveNoBrokenLink() {
        assertThat(build.exitCode()).as(build.output()).isZero();
        assertThat(Page.PROJECT.resolve("target/site/docs/getting-started.html"))
                .isRegularFile();
    }

    @Test
    void shouldLeadFromEachTypeToItsJavadoc() throws Exception {
        Path site = Page.PROJECT.resolve("target/site");
        Set<Path> linked = new HashSet<>();
        try (Stream<Path> pages = Files.walk(site)) {
            for (Path page : pages.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.startsWith(site.resolve("javadoc")))
                    .toList()) {
                JAVADOC.matcher(Files.readString(page)).results().forEach(link -> {
                    Path to = page.resolveSibling(link.group(1)).normalize();
                    assertThat(to).as("link on %s", page).isRegularFile();
                    linked.add(to);
                });
            }
        }
        for (String type :
                List.of("tutti/group/Communicator", "tutti/serialization/DirectBuffer", "tutti/junit/Members")) {
            assertThat(linked).contains(site.resolve("javadoc").resolve(type + ".html"));
        }
        assertThat(Files.readString(site.resolve("docs/api.html")))
                .doesNotContainPattern("_downloads/[^\"]*(Communicator|DirectBuffer|Reductions)\\.java");
    }

    @Test
    void shouldLeadFromEachOperationToItsMethod() throws Exception {
        Path site = Page.PROJECT.resolve("target/site");
        Path page = site.resolve("docs/operations.html");
        Set<String> methods = new HashSet<>();
        for (MatchResult link : METHOD.matcher(Files.readString(page)).results().toList()) {
            Path type = page.resolveSibling(link.group(1)).normalize();
            assertThat(Files.readString(type)).contains("id=\"%s\"".formatted(link.group(2)));
            String name = type.getFileName().toString().replace(".html", "");
            methods.add(name + "." + link.group(2).replaceAll("\\(.*", ""));
        }
        for (String operation : Page.read("operations.md").column("on objects")) {
            Page.spans(operation).stream()
                    .filter(call -> !call.startsWith("grid."))
                    .map(call -> call.replaceAll("^world\\.|\\(.*", ""))
                    .forEach(name -> assertThat(methods).contains("Communicator." + name));
        }
        assertThat(methods)
                .contains(
                        "Window.put", "Window.lockAll", "ParallelFile.setSize", "FileView.withOrder", "Request.await");
    }

    @Test
    void shouldNoticeALinkThatLeadsNowhere() throws Exception {
        for (String link : List.of("no-such-page.md", "index.md#no-such-heading")) {
            Files.createDirectories(folder.resolve("docs"));
            Files.writeString(folder.resolve("docs/index.md"), "# Page\n\n[link](%s)\n".formatted(link));
            Shell.Ended ended = Shell.run(
                    folder, TOOLS + "/sphinx-build -q -W -E -c '%s' . site".formatted(Page.PROJECT.resolve("docs")));

            assertThat(ended.exitCode()).as(link).isNotZero();
            assertThat(ended.output()).contains("no-such");
        }
    }

    @Test
    void shouldLintTheDockerfileThatAPageShows() throws Exception {
        List<Page.Block> shown = Page.read("running.md").blocksUnder("## Containers").stream()
                .filter(block -> block.language().equals("dockerfile"))
                .toList();

        assertThat(shown).hasSize(1);
        // the base image is the reader's own, which needs no tag
        assertThat(lint(shown.getFirst().content(), "--ignore=DL3006").exitCode())
                .isZero();
    }

    @Test
    void shouldNoticeABadDockerfile() throws Exception {
        assertThat(lint("FROM debian\nRUN cd /tmp\n", "").output()).contains("DL3006", "DL3003");
    }

    private Shell.Ended lint(String dockerfile, String options) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("Dockerfile"), dockerfile);
        return Shell.run(folder, "%s/hadolint %s '%s'".formatted(TOOLS, options, file));
    }
}
