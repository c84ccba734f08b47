package tutti.examples.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.examples.Programs;

class MatrixCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldMeasureAllSizes() {
        assertThat(run("--tutti-members=5", "--size=20", "--repetitions=2")).isZero();
        assertThat(out.toString())
                .contains("matrix: 20 * 20 doubles")
                .containsPattern("2  scatter +dense +\\d")
                .containsPattern("4  gather +50 % zeros +\\d")
                .containsPattern("5  scatter +95 % zeros +\\d");
    }

    @Test
    void shouldPrintJson() {
        assertThat(run("--tutti-members=1", "--size=10", "--repetitions=3", "--json"))
                .isZero();

        JsonArray rows = JsonParser.parseString(out.toString()).getAsJsonArray();
        JsonObject row = rows.get(0).getAsJsonObject();
        assertThat(rows).hasSize(6);
        assertThat(row.get("matrix").getAsString()).isEqualTo("dense");
        assertThat(row.get("entries").getAsInt()).isEqualTo(100);
        assertThat(row.get("samples").getAsInt()).isEqualTo(3);
        assertThat(row.get("medianMillis").getAsDouble()).isPositive();
    }

    @Test
    void shouldHandOutAFileAndWriteItAgain() throws Exception {
        Path file = folder.resolve("a.mtx");
        String text = "%%MatrixMarket matrix coordinate real general\n3 4 3\n1 2 0.5\n2 1 -1.0\n3 4 2.0\n";
        Files.writeString(file, text);
        Path copy = folder.resolve("b.mtx");

        assertThat(run("--tutti-members=4", "--repetitions=1", "--input=" + file, "--output=" + copy))
                .isZero();
        assertThat(copy).hasContent(text);
    }

    @Test
    void shouldSayWhenItCannotWrite() {
        assertThat(run("--tutti-members=1", "--size=3", "--repetitions=1", "--output=" + folder))
                .isEqualTo(1);
        assertThat(err.toString()).startsWith("matrix: " + folder + ": cannot be written: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size=0|--size=0: a matrix has 1 to 20000 rows",
                "--size=20000|--size=20000: three matrices is too large: needs",
                "--repetitions=0|--repetitions=0: must be 1 or more",
                "--input=none.mtx|none.mtx: no such file",
            })
    void shouldRefuse(String arguments, String reason) {
        List<String> all = new ArrayList<>(List.of("--tutti-members=2"));
        all.addAll(List.of(arguments.split(" ")));

        assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString()).startsWith("matrix: ").contains(reason);
    }

    private int run(String... arguments) {
        return Programs.run(new MatrixCommand(arguments), out, err, arguments);
    }
}
