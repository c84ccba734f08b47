package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.Timing;

@Timeout(600)
class RayTracerTest {

    @Test
    void shouldValidateInOneJvm() {
        Outcome outcome = Runs.inOneJvm(new RayTracer(), Size.A, 4);
        assertThat(outcome.timings()).extracting(Timing::timer).containsExactly("Init", "Run", "Total");
        assertThat(outcome.timings()).extracting(Timing::operations).containsExactly(64.0, 22_500.0, 1.0);
    }

    @Test
    void shouldWriteThePicture(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("it.png");
        int[] pixels = {0xff0000, 0x00ff00, 0x0000ff, 0x010203, 0, 0xffffff};
        PictureFile.write(pixels, 3, file);
        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getRGB(0, 0, 3, 2, null, 0, 3))
                .containsExactly(
                        Arrays.stream(pixels).map(pixel -> 0xff000000 | pixel).toArray());
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void shouldValidateWithAnyNumberOfMembers(int members) throws InterruptedException {
        Runs.inOneJvm(new RayTracer(), Size.A, members);
        Runs.inTwoJvms(new RayTracer(), Size.A, members);
        Runs.inOneJvm(new RayTracer(), Size.B, members);
        Runs.inTwoJvms(new RayTracer(), Size.B, members);
    }

    @Tag("nightly")
    @Test
    void shouldDrawWithMoreMembersThanRows() {
        Runs.inOneJvm(new RayTracer(), Size.A, 160);
    }
}
