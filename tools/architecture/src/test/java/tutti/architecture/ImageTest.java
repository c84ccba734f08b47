package tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.config.JdkDefect;

/** The Dockerfile finds in the sources what it copies, and makes what the Kubernetes manifest asks for. */
class ImageTest {
    private static final Path PROJECT = Path.of("../..");
    private static final Pattern COPY = Pattern.compile("COPY --from=build /src/(\\S+) (\\S+)");
    private static final Pattern JAR = Pattern.compile("\"-jar\", \"(/\\S+)/([^/\"]+)\"");
    private static final Pattern BASE = Pattern.compile("eclipse-temurin[:-](\\d+)");

    private static final Pattern REFUSAL = Pattern.compile("(?m)^RUN (case .* esac)$");

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

    @ParameterizedTest
    @CsvSource({
        "25, 1",
        "25-ea, 1",
        "25.0.0.1, 1",
        "25.0.1, 1",
        "25.0.2, 1",
        "25.0.2.0.1, 1",
        "25.0.3, 0",
        "25.0.10, 0",
        "25.0.20, 0",
        "25.1, 0",
        "26, 0"
    })
    void shouldRefuseTheVersionsOfJavaThatTheLibraryWarnsOf(String version, int exitCode) throws Exception {
        Matcher refusal = REFUSAL.matcher(dockerfile);
        assertThat(refusal.find()).isTrue();
        String java = "java() { echo 'openjdk version \"%s\" 2026-04-21 LTS' >&2; }".formatted(version);
        Process shell = new ProcessBuilder("sh", "-c", java + "\n" + refusal.group(1))
                .redirectErrorStream(true)
                .start();

        assertThat(shell.waitFor())
                .as("%s", new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(exitCode);
        assertThat(JdkDefect.of(Runtime.Version.parse(version), () -> true) != null)
                .isEqualTo(exitCode == 1);
    }
}
