package tutti.examples.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.leq.Main;
import tutti.messaging.JvmCache;
import tutti.messaging.NightlySource;

/** Profiles the equation solver on 8 members in 2 JVMs, and opens the report in a browser. */
class ProfileReportTest {
    private static final int WIDTH = 1128;
    private static final int PHONE = 390;
    private static final Pattern SLOWEST = Pattern.compile("slowest member: rank (\\d)");

    /**
     * Pairs of labels of one figure that cover each other, labels too small to be read, and labels that are cut off.
     */
    private static final String ILLEGIBLE = """
        [...document.querySelectorAll('svg')].flatMap(svg => {
          const frame = svg.getBoundingClientRect();
          const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
          const bad = [];
          texts.forEach(([a, p], i) => {
            if (Math.min(p.width, p.height) < 5 || Math.max(p.height, p.width) < 5) bad.push('small: ' + a);
            if (p.left < frame.left - 1 || p.right > frame.right + 1 || p.bottom > frame.bottom + 1) bad.push('cut: ' + a);
            texts.slice(i + 1).forEach(([b, q]) => {
              const w = Math.min(p.right, q.right) - Math.max(p.left, q.left);
              const h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
              if (w > 1 && h > 3) bad.push('covered: ' + a + ' by ' + b);
            });
          });
          return bad;
        }).join('; ')\
        """;

    @TempDir
    private static Path folder;

    private static Path report;
    private static String output = "";

    @BeforeAll
    static void profile() throws Exception {
        List<String> command = new ArrayList<>(JvmCache.launcher());
        command.addAll(List.of("run", "-n8", "--jvms=2", "--profile=" + folder.resolve("profile")));
        JvmCache.QUICK_START.forEach(option -> command.add("-J" + option));
        command.addAll(List.of(Main.class.getName(), "--size=200", "--bound=0.1"));
        Process tutti = new ProcessBuilder(command).redirectErrorStream(true).start();
        tutti.getOutputStream().close();
        output = new String(tutti.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tutti.waitFor()).as(output).isZero();
        report = folder.resolve("profile", "report.html");
    }

    @Test
    void shouldPrintALineForEachOperation() {
        assertThat(output).containsPattern("(?m)^allGather +[\\d,]+ ").containsPattern("(?m)^allReduce +[\\d,]+ ");
        assertThat(output).containsPattern(SLOWEST);
        assertThat(output).contains("tutti: the report is in " + report);
    }

    @ParameterizedTest(name = "dark={0}")
    @ValueSource(booleans = false)
    @NightlySource("true")
    void shouldShowTheSlowestMemberInABrowser(boolean dark) throws Exception {
        try (Browser browser = Browser.ifInstalled(folder)) {
            browser.open(report, dark, WIDTH);

            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.evaluate("document.title").getAsString())
                    .startsWith("Profile of tutti run -n 8 --jvms 2");
            Matcher printed = SLOWEST.matcher(output);
            assertThat(printed.find()).isTrue();
            assertThat(browser.evaluate("document.querySelector('.verdict strong').innerText")
                            .getAsString())
                    .isEqualTo("Slowest member: rank " + printed.group(1));
            assertThat(browser.evaluate("document.querySelector('.verdict').getBoundingClientRect().bottom")
                            .getAsInt())
                    .isBetween(50, 400);
            assertThat(browser.evaluate("document.querySelectorAll('svg').length")
                            .getAsInt())
                    .isEqualTo(4);
            assertThat(browser.evaluate(ILLEGIBLE).getAsString()).isEmpty();
            assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor")
                            .getAsString())
                    .isEqualTo(dark ? "rgb(18, 22, 27)" : "rgb(255, 255, 255)");

            Path picture = Path.of("target", dark ? "profile-dark.png" : "profile.png");
            browser.screenshot(picture);
            assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(WIDTH);
        }
    }

    /** What is wide, as figures and tables are, scrolls in a box of its own. */
    @Test
    void shouldFitAPhone() throws Exception {
        try (Browser browser = Browser.ifInstalled(folder)) {
            browser.open(report, true, PHONE);
            browser.screenshot(Path.of("target", "profile-phone.png"));

            assertThat(browser.evaluate("document.documentElement.scrollWidth").getAsInt())
                    .isLessThanOrEqualTo(PHONE);
        }
    }

    @Test
    void shouldNoticeAPageThatLoadsSomething() throws Exception {
        Path broken = folder.resolve("broken.html");
        Files.writeString(
                broken, Files.readString(report).replace("</body>", "<img src=\"http://127.0.0.1:9/x.png\"></body>"));
        try (Browser browser = Browser.ifInstalled(folder)) {
            assertThatThrownBy(() -> browser.open(broken, false, WIDTH))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Content Security Policy");
        }
    }
}
