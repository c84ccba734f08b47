package tutti.examples.kmeans;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;
import tutti.messaging.Processes;

class KMeansCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldReportAndDrawAirports() throws IOException {
        Path svg = folder.resolve("airports.svg");

        int exitCode =
                run("--input=data/us-airports.tsv", "--columns=longitude,latitude", "-k8", "--verify", "--plot=" + svg);

        assertThat(exitCode).as(err.toString()).isZero();
        assertThat(out.toString().lines())
                .hasSize(15)
                .contains("kmeans: 305 points in 2 dimensions (us-airports.tsv): longitude, latitude")
                .contains("members: 4 in 1 process")
                .anyMatch(line -> line.matches("cluster 8: \\d+ points around \\(-?[\\d.]+, -?[\\d.]+\\)"))
                .anyMatch(line -> line.matches("sum of squared distances: \\d+\\.\\d+"))
                .contains("verified: each of the 305 points is in the cluster that Commons Math finds, and all centres"
                        + " are equal");
        assertThat(Files.readString(svg).split("<circle ", -1)).hasSize(1 + 305 + 8); // and 8 in the legend
    }

    @Test
    void shouldDrawGeneratedPoints() throws IOException {
        Path png = folder.resolve("points.png");

        assertThat(run("--points=300", "-k3", "--plot=" + png)).isZero();

        BufferedImage image = ImageIO.read(png.toFile());
        assertThat(image.getWidth()).isEqualTo(1000);
    }

    @Tag("nightly")
    @Test
    void shouldPrintTheSameOverTwoProcesses() throws IOException, InterruptedException {
        run("--points=500", "--dimensions=3");
        String here = result(out.toString());

        String output =
                Programs.launch(List.of("-n3", "--jvms=2"), Main.class.getName(), "--points=500", "--dimensions=3");

        assertThat(output).contains("members: 3 in 2 processes");
        assertThat(result(output.replace("[0] ", ""))).isEqualTo(here).contains("checksum");
    }

    @Tag("nightly")
    @Test
    void shouldFindTheSameBitsWhenALostJvmIsReplaced() throws Exception {
        assertSameBitsWithoutARank(2, 3);
    }

    @Tag("nightly")
    @Test
    void shouldFindTheSameBitsWhenTheFirstJvmIsReplaced() throws Exception {
        assertSameBitsWithoutARank(0, 5);
    }

    private void assertSameBitsWithoutARank(int rank, int round) throws Exception {
        assertThat(run()).isZero();
        String here = result(out.toString());
        int port = Processes.freePorts(4);
        String program = Main.class.getName();
        CompletableFuture<String> late = Programs.joinLater(port, 4, program, "--replace=60");

        String output = Programs.launch(
                List.of("-n4", "--jvms=4", "--keep-going", "--join-port=" + port),
                program,
                "--replace=60",
                "--kill-rank=" + rank,
                "--at-round=" + round);

        String all = (output + late.get()).replace("[0] ", "");
        assertThat(all)
                .contains("tutti: lost process=%d ".formatted(rank), "replaced: 1 of 4 members", "continues: round");
        assertThat(result(all)).isEqualTo(here).contains("checksum");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--input=none.csv -> kmeans: none.csv: no such file; looked for ",
                "--clusters=0 -> kmeans: --clusters=0: must be 1 or more",
                "--rounds=0 -> kmeans: --rounds=0: must be 1 or more",
                "--points=0 -> kmeans: --points=0: must be 1 or more",
                "--points=2000000000 --dimensions=2 -> kmeans: --points=2000000000 --dimensions=2: too many numbers",
                "--points=3 -k4 -> kmeans: --clusters=4: there are only 3 different points (generated, seed 1)",
                "--plot=a.gif -> kmeans: --plot=a.gif: name it .svg or .png",
                "--dimensions=1 --plot=a.svg -> kmeans: --plot: the points have one dimension, a plot needs two",
                "--replace=0 -> kmeans: --replace=0: must be 1 or more",
                "--kill-rank=4 --at-round=1 -> kmeans: --kill-rank=4: must lie in [0, 4)",
                "--kill-rank=0 --at-round=1 -> kmeans: --kill-rank ends a JVM, and there is no other",
                "--kill-rank=0 -> Error: Missing required argument(s): --at-round=N",
                "--input=a --points=3 -> Error: ",
                "--columns=3 -> Error: Missing required argument(s): --input=FILE",
            })
    void shouldRefuse(String useAndMessage) {
        String[] parts = useAndMessage.split(" -> ", 2);

        assertThat(run(parts[0].split(" ", -1))).isEqualTo(2);
        assertThat(out).hasToString("");
        assertThat(err.toString()).startsWith(parts[1]).doesNotContain("\tat ");
    }

    @Test
    void shouldFailWherePlotCannotBeWritten() {
        assertThat(run("--points=30", "--plot=" + folder.resolve("no/folder.svg")))
                .isEqualTo(1);
        assertThat(err.toString()).startsWith("kmeans: --plot=").contains("folder.svg: cannot be written: ");
    }

    @Test
    void shouldHelp() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: kmeans ")
                .contains("--clusters=K", "--input=FILE", "(default: 10000)", "nearest to the centre");
    }

    private int run(String... arguments) {
        return Programs.run(new KMeansCommand("--tutti-members=4"), out, err, arguments);
    }

    /** Returns what does not depend on how it was computed. */
    private static String result(String output) {
        List<String> lines = output.lines()
                .filter(line -> line.matches("(rounds|checksum|cluster|sum).*"))
                .toList();
        return String.join("\n", lines);
    }
}
