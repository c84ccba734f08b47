package tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Dockerfile finds in the sources what it copies, and makes what the Kubernetes manifest asks for. */
class ImageTest {
    private static final Path PROJECT = Path.of("../..");
    private static final Pattern COPY = Pattern.compile("COPY --from=build /src/(\\S+) (\\S+)");
    private static final Pattern JAR = Pattern.compile("\"-jar\", \"(/\\S+)/([^/\"]+)\"");
    private static final Pattern BASE = Pattern.compile("eclipse-temurin[:-](\\d+)");

    private String dockerfile;

    @BeforeEach
    void read() throws IOException {
        dockerfile = Files.readString(PROJECT.resolve("Dockerfile"));
    }

    @Test
    void shouldCopyWhatABuildMakes() {
        List<MatchResult> copies = COPY.matcher(dockerfile).results().toList();

        assertThat(copies)
                .hasSize(5)
                .allSatisfy(copy -> assertThat(PROJECT.resolve(copy.group(1))).exists());
    }

    @Test
    void shouldHaveTheJarThatTheManifestRunsAndAUserThatIsNotRoot() throws IOException {
        String manifest = Files.readString(PROJECT.resolve("docs/kubernetes/asp.yaml"));
        Matcher jar = JAR.matcher(manifest);
        assertThat(jar.find()).isTrue();
        String copied = COPY.matcher(dockerfile)
                .results()
                .filter(copy -> copy.group(2).equals(jar.group(1)))
                .map(copy -> copy.group(1))
                .findFirst()
                .orElseThrow();

        assertThat(PROJECT.resolve(copied).resolve(jar.group(2))).isRegularFile();
        assertThat(manifest).contains("runAsNonRoot: true");
        assertThat(dockerfile).containsPattern("(?m)^USER [1-9]\\d*:[1-9]\\d*$"); // a name says nothing to Kubernetes
    }

    @Test
    void shouldHaveTheJavaThatTheBuildNeeds() throws IOException {
        String pom = Files.readString(PROJECT.resolve("pom.xml"));

        assertThat(BASE.matcher(dockerfile).results())
                .hasSize(2)
                .allSatisfy(base -> assertThat(pom).contains("<jdk.version>" + base.group(1) + "</jdk.version>"));
    }
}
