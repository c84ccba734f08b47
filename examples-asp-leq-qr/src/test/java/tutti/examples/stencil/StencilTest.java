package tutti.examples.stencil;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;
import tutti.examples.support.Checksum;

class StencilTest {
    private static final int STEPS = 6;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldComputeTheSameBitsAsALoopOverAllCells(int members) {
        for (int dimensions : List.of(2, 3)) {
            for (int cells : List.of(8, 13)) {
                Expected expected = dimensions == 2 ? square(cells) : cube(cells);
                for (String overlap : List.of("", "--overlap")) {
                    JsonObject run = json(Stream.of(
                                    "--tutti-members=" + members,
                                    "--dimensions=" + dimensions,
                                    "--cells=" + cells,
                                    "--steps=" + STEPS,
                                    overlap)
                            .filter(word -> !word.isEmpty()));
                    String what = "%d dimensions, %d cells, %s".formatted(dimensions, cells, overlap);
                    assertThat(run.get("members").getAsInt()).isEqualTo(members);
                    assertThat(run.get("change").getAsDouble()).as(what).isEqualTo(expected.change);
                    assertThat(run.get("checksum").getAsString())
                            .as(what)
                            .isEqualTo("%016x".formatted(expected.checksum));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 2", "3, 3, 2", "8, 8, 3", "1, 1, 3", "7, 7, 3"})
    void shouldComputeBlocksOfOneCell(int members, int cells, int dimensions) {
        Expected expected = dimensions == 2 ? square(cells) : cube(cells);
        JsonObject run = json(Stream.of(
                "--tutti-members=" + members,
                "--dimensions=" + dimensions,
                "--cells=" + cells,
                "--steps=" + STEPS,
                "--overlap"));
        assertThat(run.get("checksum").getAsString()).isEqualTo("%016x".formatted(expected.checksum));
    }

    private record Expected(double change, long checksum) {}

    private static Expected square(int cells) {
        double[][] now = plate(cells);
        double change = 0;
        for (int step = 0; step < STEPS; step++) {
            double[][] next = plate(cells);
            change = 0;
            for (int y = 1; y <= cells; y++) {
                for (int x = 1; x <= cells; x++) {
                    next[y][x] = (now[y - 1][x] + now[y + 1][x] + (now[y][x - 1] + now[y][x + 1])) / 4;
                    change = Math.max(change, Math.abs(next[y][x] - now[y][x]));
                }
            }
            now = next;
        }
        long checksum = 0;
        for (int i = 0; i < cells * cells; i++) {
            checksum += Checksum.ofElements(i, new double[] {now[i / cells + 1][i % cells + 1]});
        }
        return new Expected(change, checksum);
    }

    private static double[][] plate(int cells) {
        double[][] plate = new double[cells + 2][cells + 2];
        for (int i = 0; i < cells * cells; i++) {
            plate[i / cells + 1][i % cells + 1] = i % 101;
        }
        for (int x = 0; x < cells + 2; x++) {
            plate[0][x] = 100;
        }
        return plate;
    }

    private static Expected cube(int cells) {
        double[][][] now = block(cells);
        double change = 0;
        for (int step = 0; step < STEPS; step++) {
            double[][][] next = block(cells);
            change = 0;
            for (int z = 1; z <= cells; z++) {
                for (int y = 1; y <= cells; y++) {
                    for (int x = 1; x <= cells; x++) {
                        next[z][y][x] = (now[z - 1][y][x]
                                        + now[z + 1][y][x]
                                        + (now[z][y - 1][x] + now[z][y + 1][x])
                                        + (now[z][y][x - 1] + now[z][y][x + 1]))
                                * (1.0 / 6);
                        change = Math.max(change, Math.abs(next[z][y][x] - now[z][y][x]));
                    }
                }
            }
            now = next;
        }
        long checksum = 0;
        for (int i = 0; i < cells * cells * cells; i++) {
            double cell = now[i / cells / cells + 1][i / cells % cells + 1][i % cells + 1];
            checksum += Checksum.ofElements(i, new double[] {cell});
        }
        return new Expected(change, checksum);
    }

    private static double[][][] block(int cells) {
        double[][][] block = new double[cells + 2][cells + 2][cells + 2];
        for (int i = 0; i < cells * cells * cells; i++) {
            block[i / cells / cells + 1][i / cells % cells + 1][i % cells + 1] = i % 101;
        }
        for (int i = 0; i < (cells + 2) * (cells + 2); i++) {
            block[0][i / (cells + 2)][i % (cells + 2)] = 100;
        }
        return block;
    }

    @Test
    void shouldReport() {
        assertThat(run(Stream.of("--tutti-members=6", "--cells=12", "--steps=2")))
                .isZero();
        assertThat(out.toString())
                .contains("stencil: 12 x 12 cells, 2 steps", "members: 6 in 1 process, grid: 3 x 2", "checksum: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--dimensions=4|--dimensions=4: a grid has 2 or 3",
                "--cells=3|--cells=3: a side has at least one cell for each of the 4 members",
                "--cells=50000|--cells=50000: a side has",
                "--steps=0|--steps=0: must be 1 or more",
            })
    void shouldRefuse(String argument, String reason) {
        assertThat(run(Stream.of("--tutti-members=4", argument))).isEqualTo(2);
        assertThat(err.toString()).startsWith("stencil: " + reason);
        assertThat(out.toString()).isEmpty();
    }

    private JsonObject json(Stream<String> arguments) {
        assertThat(run(Stream.concat(arguments, Stream.of("--json"))))
                .as(err.toString())
                .isZero();
        return JsonParser.parseString(out.toString()).getAsJsonObject();
    }

    private int run(Stream<String> words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] arguments = words.toArray(String[]::new);
        return Programs.run(new Stencil(arguments), out, err, arguments);
    }
}
