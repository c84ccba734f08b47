package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script docs/build makes its tools once in a tree, with a Python that only notes that it was asked to. */
class SiteToolsTest {
    private static final String PYTHON = """
        echo made >>"$NOTES"
        mkdir -p "$3/bin"
        for tool in pip hadolint python3; do
            ln -s /bin/true "$3/bin/$tool"
        done
        printf '#!/bin/sh\\nfor site; do :; done\\nmkdir -p "$site"\\n' >"$3/bin/sphinx-build"
        chmod +x "$3/bin/sphinx-build"
        """;

    @TempDir
    private Path folder;

    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("docs"));
        executable("bin/python3", "#!/bin/sh\n" + PYTHON);
        executable("tree/docs/build", Files.readString(Page.PROJECT.resolve("docs/build")));
        Files.writeString(tree.resolve("docs/requirements.txt"), "sphinx\n");
    }

    private void executable(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void shouldMakeThemOnce() throws Exception {
        build();
        build();

        assertThat(folder.resolve("notes")).hasContent("made");
    }

    @Test
    void shouldMakeThemAgainInACopiedTree() throws Exception {
        build();
        Shell.run(folder, "mv tree elsewhere");
        tree = folder.resolve("elsewhere");
        build();

        assertThat(folder.resolve("notes")).hasContent("made\nmade");
    }

    @Test
    void shouldMakeThemAgainWhenOthersAreListed() throws Exception {
        build();
        Files.writeString(tree.resolve("docs/requirements.txt"), "sphinx==2\n");
        build();

        assertThat(folder.resolve("notes")).hasContent("made\nmade");
    }

    private void build() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of(
                "PATH",
                folder.resolve("bin") + ":" + System.getenv("PATH"),
                "NOTES",
                folder.resolve("notes").toString());
        Shell.Ended ended = Shell.run(tree, environment, "docs/build");
        assertThat(ended.exitCode()).as(ended.output()).isZero();
    }
}
