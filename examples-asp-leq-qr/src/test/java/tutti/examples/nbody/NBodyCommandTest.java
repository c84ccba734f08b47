package tutti.examples.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;

class NBodyCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldReportAndDraw() throws IOException {
        Path png = folder.resolve("collision.png");

        int exitCode = run("--scene=collision", "--bodies=1000", "--steps=10", "--verify", "--picture=" + png);

        assertThat(exitCode).as(out.toString() + err).isZero();
        assertThat(out.toString().lines())
                .hasSize(7)
                .contains("nbody: 1000 bodies, collision, 10 steps", "members: 4 in 1 process")
                .anyMatch(line -> line.matches("time: [\\d.]+ s, communication: .*"))
                .anyMatch(
                        line -> line.matches("work: \\d+ interactions of a body and step, 1\\.\\d+ times the mean .*"))
                .anyMatch(line -> line.matches("energy: -0\\.\\d+, changed by \\S+; momentum: changed by \\S+"))
                .anyMatch(line -> line.startsWith("verified: accelerations differ from direct sums by 0."));
        BufferedImage image = ImageIO.read(png.toFile());
        assertThat(image.getWidth()).isEqualTo(800);
        assertThat(brightPixels(image)).isBetween(1000L, 9000L); // each body lights up to nine
    }

    @Tag("nightly")
    @Test
    void shouldPrintJsonWithTheSameChecksumOverTwoProcesses() throws Exception {
        String[] arguments = {"--bodies=500", "--steps=5", "--json"};
        run(arguments);
        JsonObject here = JsonParser.parseString(out.toString()).getAsJsonObject();

        String output = Programs.launch(List.of("-n3", "--jvms=2"), Main.class.getName(), arguments);

        JsonObject there =
                JsonParser.parseString(output.substring(output.indexOf('{'))).getAsJsonObject();
        assertThat(there.get("members").getAsInt()).isEqualTo(3);
        assertThat(there.get("jvms").getAsInt()).isEqualTo(2);
        assertThat(here.getAsJsonObject("outcome").has("forceError")).isFalse();
        assertThat(checksum(there)).isEqualTo(checksum(here)).hasSize(16);
    }

    @Test
    void shouldSimulateOneBody() {
        assertThat(run("--bodies=1", "--steps=3", "--verify"))
                .as(out.toString() + err)
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--bodies=0 -> nbody: --bodies=0: must be 1 to 4194304",
                "--bodies=5000000 -> nbody: --bodies=5000000: must be 1 to 4194304",
                "--steps=-1 -> nbody: --steps=-1: must be 0 or more",
                "--step=0 -> nbody: --step=0.0: must be greater than 0",
                "--step=NaN -> nbody: --step=NaN: must be greater than 0",
                "--softening=0 -> nbody: --softening=0.0: must be greater than 0",
                "--theta=-1 -> nbody: --theta=-1.0: must be greater than 0",
                "--theta=1.5 -> nbody: --theta=1.5: must be at most 1",
                "--picture=a.gif -> nbody: --picture=a.gif: name it .png",
                "--picture=no/such/a.png -> nbody: --picture=no/such/a.png: no such folder: ",
                "--scene=chaos -> Invalid value for option '--scene': expected one of [",
            })
    void shouldRefuse(String useAndMessage) {
        String[] parts = useAndMessage.split(" -> ", 2);

        assertThat(run(parts[0])).isEqualTo(2);
        assertThat(out).hasToString("");
        assertThat(err.toString()).startsWith(parts[1]).doesNotContain("\tat ");
    }

    @Test
    void shouldSayThatEnergyIsNotConserved() {
        assertThat(run("--bodies=200", "--steps=10", "--step=0.5", "--verify")).isEqualTo(1);
        assertThat(out.toString()).contains("wrong: the energy has changed by ", "; take a shorter --step");
    }

    @Test
    void shouldFailWherePictureCannotBeWritten() {
        Path file = folder.resolve("folder.png/there.png");
        assertThat(file.toFile().mkdirs()).isTrue(); // a folder is where the file is to be

        assertThat(run("--bodies=10", "--steps=1", "--picture=" + file)).isEqualTo(1);
        assertThat(err.toString()).startsWith("nbody: --picture=").contains("there.png: cannot be written: ");
    }

    @Test
    void shouldHelp() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: nbody ").contains("--theta=ANGLE", "(default: 10000)", "octree");
    }

    private static String checksum(JsonObject run) {
        return run.getAsJsonObject("outcome").get("checksum").getAsString();
    }

    private static long brightPixels(BufferedImage image) {
        long bright = 0;
        for (int row = 0; row < image.getHeight(); row++) {
            for (int column = 0; column < image.getWidth(); column++) {
                bright += (image.getRGB(column, row) & 0xff_ffff) == 0 ? 0 : 1;
            }
        }
        return bright;
    }

    private int run(String... arguments) {
        return Programs.run(new NBodyCommand("--tutti-members=4"), out, err, arguments);
    }
}
