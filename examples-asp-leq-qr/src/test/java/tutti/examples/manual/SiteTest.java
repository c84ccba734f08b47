package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** What the script returns where its tools cannot be had. */
    private static final int UNAVAILABLE = 75;

    private static Shell.Ended build;

    @TempDir
    private Path folder;

    @BeforeAll
    @Timeout(600) // the first time, the tools are installed
    static void build() throws Exception {
        build = Shell.run(Page.PROJECT, "docs/build");
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
