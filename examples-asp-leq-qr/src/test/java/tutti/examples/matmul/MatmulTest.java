package tutti.examples.matmul;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;
import tutti.messaging.NightlySource;

class MatmulTest {
    private static final Pattern CHECKSUM = Pattern.compile("checksum\\W+(\\w{16})");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7})
    @NightlySource({"3", "8"})
    void shouldMultiplyAlikeWithAnyNumberOfMembers(int members) {
        for (String extents : List.of("--size=50", "--shape=61,33,20", "--shape=1,40,9", "--shape=30,1,2")) {
            assertThat(run("--tutti-members=1", extents)).isZero();
            String alone = checksum();
            for (String panel : List.of("--panel=7", "--panel=100", "--panel=1")) {
                assertThat(run("--tutti-members=" + members, extents, panel, "--verify"))
                        .as(out + "" + err)
                        .isZero();
                assertThat(out.toString()).contains("members: " + members, "verified: the product is EJML's");
                assertThat(checksum()).as("%s %s", extents, panel).isEqualTo(alone);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 4, 8", "3, 5, 7", "5, 131, 530", "6, 128, 1025", "2, 0, 3", "0, 0, 3"})
    void shouldAddProductsInTheOrderOfTheRows(int rows, int depth, int columns) {
        double[][] a = random(1, rows, depth);
        double[][] b = random(2, depth + 2, columns);
        double[][] c = random(3, rows + 3, columns);
        double[][] expected = Arrays.stream(c).map(double[]::clone).toArray(double[][]::new);
        int from = columns / 3;
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < depth; k++) {
                for (int j = from; j < columns - 1; j++) {
                    expected[i + 1][j] = Math.fma(a[i][k], b[k + 2][j], expected[i + 1][j]);
                }
            }
        }

        double[][] again = Arrays.stream(c).map(double[]::clone).toArray(double[][]::new);
        Product.add(c, 1, Elements.copyOf(a), b, 2, from, columns - 1);
        Product.add(again, 1, Elements.copyOf(transposed(a, depth)).transposed(), b, 2, from, columns - 1);

        assertThat(c).isDeepEqualTo(expected);
        assertThat(again).isDeepEqualTo(expected);
    }

    private static double[][] transposed(double[][] rows, int columns) {
        double[][] transposed = new double[columns][rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns; j++) {
                transposed[j][i] = rows[i][j];
            }
        }
        return transposed;
    }

    private static double[][] random(int seed, int rows, int columns) {
        double[][] matrix = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                matrix[i][j] = RandomEntries.ofA(i + seed * 1000, j);
            }
        }
        return matrix;
    }

    @Test
    void shouldPrintJson() {
        assertThat(run("--tutti-members=6", "--shape=8,9,10", "--json")).isZero();
        assertThat(out.toString())
                .startsWith("{\"program\":\"matmul\",\"members\":6,\"jvms\":1,\"gridRows\":3,\"gridColumns\":2,"
                        + "\"rows\":8,\"inner\":9,\"columns\":10,\"seconds\":")
                .endsWith("\"}" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size=0|--size=0: matrices have 1 to 46340 rows and columns",
                "--shape=3,4|--shape=3,4: matrices have 1 to 46340 rows and columns; a shape is three numbers, M,K,N",
                "--shape=3,4,-5|--shape=3,4,-5: matrices have",
                "--size=46340|--size=46340: three matrices is too large: needs",
                "--panel=0|--panel=0: must be 1 or more",
            })
    void shouldRefuse(String argument, String reason) {
        assertThat(run("--tutti-members=2", argument)).isEqualTo(2);
        assertThat(err.toString()).startsWith("matmul: " + reason);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldSayThatAProductIsWrong() {
        Summa.Shape shape = new Summa.Shape(1, 1, 2);
        double[][] rows = {
            {RandomEntries.ofA(0, 0) * RandomEntries.ofB(0, 0), RandomEntries.ofA(0, 0) * RandomEntries.ofB(0, 1)}
        };
        assertThat(Check.wrong(shape, List.of(new Summa.Block(0, 0, rows)))).isNull();
        assertThat(Check.wrong(shape, List.of())).isEqualTo("blocks have 0 elements, and C has 2");
        rows[0][1] += 1e-6;
        assertThat(Check.wrong(shape, List.of(new Summa.Block(0, 0, rows)))).startsWith("C(1, 2) is ");
    }

    private String checksum() {
        Matcher matcher = CHECKSUM.matcher(out.toString());
        assertThat(matcher.find()).as(out.toString()).isTrue();
        return matcher.group(1);
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Programs.run(new Matmul(arguments), out, err, arguments);
    }
}
