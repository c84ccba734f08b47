package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.charts.LineChart;
import tutti.examples.profile.Browser;

/**
 * The manual becomes a site without a broken link, and the Dockerfiles pass a linter; the tools notice what is wrong.
 */
class SiteTest {
    private static final Path TOOLS = Page.PROJECT.resolve("target/site-tools/bin");

    private static final Pattern METHOD = Pattern.compile("href=\"([^\"#]*javadoc/tutti/[^\"#]*)#([^\"]+)");
    private static final Pattern JAVADOC = Pattern.compile("href=\"([^\"#]*javadoc/[^\"#]*)");

    private static final Path SITE = Page.PROJECT.resolve("target/site");

    private static final int PHONE = 390;
    private static final int WIDE = 1280;

    /** Code that leaves its box: it is wider than the page, or cut off where the box does not scroll. */
    private static final String CUT_OFF = """
        [...document.querySelectorAll('pre')].filter(e => e.checkVisibility())
          .filter(e => e.getBoundingClientRect().right > innerWidth
            || e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === 'visible')
          .map(e => e.textContent.trim().slice(0, 40)).join('; ')\
        """;

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
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC .mvn/Javadoc.java -quiet -Xdoclint:none -notimestamp"
                        + " -sourcepath target/no-sources",
                "-classpath '" + System.getProperty("java.class.path") + "'",
                "--add-stylesheet .mvn/javadoc-dark.css",
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
        assertThat(SITE.resolve("docs/getting-started.html")).isRegularFile();
    }

    @Test
    void shouldLeadFromEachTypeToItsJavadoc() throws Exception {
        Set<Path> linked = new HashSet<>();
        try (Stream<Path> pages = Files.walk(SITE)) {
            for (Path page : pages.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.startsWith(SITE.resolve("javadoc")))
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
            assertThat(linked).contains(SITE.resolve("javadoc").resolve(type + ".html"));
        }
        assertThat(Files.readString(SITE.resolve("docs/api.html")))
                .doesNotContainPattern("_downloads/[^\"]*(Communicator|DirectBuffer|Reductions)\\.java");
    }

    /** What is wide, as code and tables are, scrolls in a box of its own. */
    @Test
    @Timeout(300)
    void shouldFitAPhone() throws Exception {
        List<String> wide = new ArrayList<>();
        try (Browser browser = Browser.ifInstalled(folder);
                Stream<Path> pages = Files.list(SITE.resolve("docs"))) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".html")).toList()) {
                browser.open(page, false, PHONE);
                int width =
                        browser.evaluate("document.documentElement.scrollWidth").getAsInt();
                if (width > PHONE) {
                    wide.add("%s: %d pixels".formatted(page.getFileName(), width));
                }
            }
        }
        assertThat(wide).isEmpty();
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"docs/operations.html", "docs/index.html", "javadoc/tutti/group/Communicator.html"})
    void shouldLookWell(String page) throws Exception {
        assertThat(looks(SITE.resolve(page))).isEmpty();
    }

    @Test
    void shouldShowAPlotInTheReadersColours() throws Exception {
        LineChart chart = new LineChart("tutti bench", "bytes", "median, microseconds per operation");
        for (int bytes = 8; bytes <= 1 << 20; bytes *= 8) {
            chart.add("latency tutti shared-memory, 2 members, 2 jvms", bytes, 0.4 + bytes / 20_000.0);
            chart.add("latency tutti grpc, 2 members, 2 jvms", bytes, 8 + bytes / 3000.0);
        }
        chart.write(folder.resolve("plot.svg"));
        Path page = folder.resolve("plot.html");
        Files.writeString(page, """
            <meta name="color-scheme" content="light dark">
            <meta name="viewport" content="width=device-width">
            <title>Plot</title><img src="plot.svg" style="max-width: 100%">
            """);

        assertThat(looks(page)).isEmpty();
    }

    /** Returns what is wrong with a page on a phone and on a wide screen; its pictures are kept for people to see. */
    private List<String> looks(Path page) throws Exception {
        List<String> flaws = new ArrayList<>();
        String name = page.getFileName().toString().replace(".html", "");
        Path pictures = Files.createDirectories(Path.of("target", "looks"));
        try (Browser browser = Browser.ifInstalled(folder)) {
            for (boolean dark : List.of(false, true)) {
                for (int width : List.of(PHONE, WIDE)) {
                    String shown = "%s-%s-%d".formatted(name, dark ? "dark" : "light", width);
                    browser.open(page, dark, width); // it fails if something is written to the console
                    if (browser.evaluate("document.documentElement.scrollWidth").getAsInt() > width) {
                        flaws.add(shown + ": wider than the screen");
                    }
                    String cutOff = browser.evaluate(CUT_OFF).getAsString();
                    if (!cutOff.isEmpty()) {
                        flaws.add(shown + ": cut off: " + cutOff);
                    }
                    Path picture = pictures.resolve(shown + ".png");
                    browser.screenshot(picture);
                    if (isDark(picture) != dark) {
                        flaws.add(shown + ": in the wrong colours");
                    }
                }
            }
        }
        return flaws;
    }

    /** Tells whether most of a picture is dark. */
    private static boolean isDark(Path file) throws IOException {
        BufferedImage picture = ImageIO.read(file.toFile());
        int[] pixels = picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
        long dark = IntStream.of(pixels)
                .filter(pixel -> new Color(pixel).getGreen() < 128)
                .count();
        return dark > pixels.length / 2;
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
