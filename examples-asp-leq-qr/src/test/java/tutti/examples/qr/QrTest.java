package tutti.examples.qr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;
import tutti.messaging.NightlySource;

class QrTest {
    private static final Pattern CHECKSUM = Pattern.compile("checksum: (\\w+)");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7})
    @NightlySource({"3", "8"})
    void shouldFactoriseAlikeInAllVersionsWithAnyNumberOfMembers(int members) {
        assertThat(run("--tutti-members=1", "--size=50", "--verify")).isZero();
        String alone = checksum();

        assertThat(run("--tutti-members=" + members, "--size=50", "--verify", "--compare"))
                .as(out + "" + err)
                .isZero();
        assertThat(out.toString())
                .contains("qr: 50 rows, 50 columns (generated)")
                .contains("verified: |Q R - A P| / |A| is ")
                .contains("verified: R and P are EJML's");
        assertThat(checksum()).isEqualTo(alone);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "5, 3", "3, 5", "1, 4", "4, 1"})
    void shouldFactoriseMatricesOfAnyShape(int rows, int columns) throws Exception {
        StringBuilder text = new StringBuilder("array real general\n%d %d\n".formatted(rows, columns));
        for (int i = 0; i < rows * columns; i++) {
            text.append((i * 7 + 3) % 11 - 4.5).append('\n');
        }
        Path file = file(text.toString());

        assertThat(run("--tutti-members=3", "--input=" + file, "--verify", "--compare"))
                .as(out + "" + err)
                .isZero();
        assertThat(out.toString()).contains("qr: %d rows, %d columns (a.mtx)".formatted(rows, columns));
    }

    @Test
    void shouldFactoriseSparseMatrices() throws Exception {
        Path file = file("coordinate real symmetric\n5 5 7\n1 1 4\n2 1 1\n2 2 5\n3 3 2\n4 1 7\n5 4 1\n5 5 9\n");

        assertThat(run("--tutti-members=2", "--input=" + file, "--verify")).isZero();
        assertThat(out.toString()).contains("steps: 5");
    }

    @Test
    void shouldStopWhenOnlyZerosAreLeft() throws Exception {
        Path file = file("coordinate integer general\n4 4 2\n1 2 3\n3 4 -2\n");

        assertThat(run("--tutti-members=3", "--input=" + file, "--verify", "--compare"))
                .as(out + "" + err)
                .isZero();
        assertThat(out.toString()).contains("steps: 2").contains("from 3.000000e+00 down to 2.000000e+00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size=0|--size=0: a matrix has 1 row or more",
                "--size=2000000|--size=2000000: the matrix is too large: needs",
                "--input=none.mtx|none.mtx: no such file",
                "--input=array real general;1 1;1e200|entry 1,1 is 1.0E200, limit=1.0E150; divide all entries",
            })
    void shouldRefuse(String arguments, String reason) throws Exception {
        List<String> all = new ArrayList<>(List.of("--tutti-members=2"));
        if (arguments.contains(";")) {
            all.add("--input=" + file(arguments.substring("--input=".length()).replace(';', '\n') + "\n"));
        } else {
            all.add(arguments);
        }

        assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString()).startsWith("qr: ").contains(reason);
    }

    @Test
    void shouldFailWhenAFactorIsWrong() {
        CyclicColumns matrix = CyclicColumns.generated(3);
        Householder columns = new Householder(Copy.of(matrix.column()), 0, 1);
        List<Integer> chosen = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            Pivot pivot = columns.pivot();
            columns.reflect(k, columns.choose(pivot.column(), k));
            chosen.add(pivot.column());
        }
        double[][] result = Copy.withFirsts(columns);
        assertThat(Check.wrong(matrix, chosen, matrix.with(result), new PrintWriter(out)))
                .isNull();

        result[chosen.get(1)][0] *= 1.000001; // of R
        assertThat(Check.wrong(matrix, chosen, matrix.with(result), new PrintWriter(out)))
                .startsWith("|Q R - A P| / |A| is ");
        result[chosen.get(0)][1] *= 1.5; // of a reflection
        assertThat(Check.wrong(matrix, chosen, matrix.with(result), new PrintWriter(out)))
                .startsWith("Q is not orthogonal");
    }

    @Test
    void shouldTakeTheLongerColumnAndOfEqualOnesTheFirst() {
        Pivot one = new Pivot(4, 7, 2, 2);
        Pivot other = new Pivot(4, 3, 5, 5);

        assertThat(one.merge(other)).isEqualTo(new Pivot(4, 3, 7, 5));
        assertThat(other.merge(one)).isEqualTo(one.merge(other));
        assertThat(one.merge(Pivot.NONE)).isEqualTo(one);
    }

    @Test
    void shouldHaveTheResultThatItHasOverTheApiOfMpi() {
        assertThat(run("--tutti-members=3", "--size=40")).isZero();
        assertThat(checksum()).isEqualTo("bc071827f04f85c5"); // PaperProgramsTest has the same
    }

    @Test
    void shouldHelp() {
        assertThat(run("--tutti-members=1", "--help")).isZero();
        assertThat(out.toString())
                .contains("Householder")
                .contains("--input=FILE")
                .contains("--rmi");
    }

    private String checksum() {
        Matcher matcher = CHECKSUM.matcher(out.toString());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Programs.run(new QrCommand(arguments), out, err, arguments);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("a.mtx"), "%%MatrixMarket matrix " + text);
    }
}
