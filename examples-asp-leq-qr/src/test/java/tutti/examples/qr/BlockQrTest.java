package tutti.examples.qr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.junit.Members;

class BlockQrTest {
    private static final Pattern CHECKSUM = Pattern.compile("checksum: (\\w{16})");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldFactoriseAlikeWithAnyNumberOfMembers(int members) {
        for (int block : List.of(1, 7, 16, 100)) {
            assertThat(run("--tutti-members=1", "--size=53", "--block=" + block))
                    .isZero();
            String alone = checksum();
            assertThat(run("--tutti-members=" + members, "--size=53", "--block=" + block, "--verify"))
                    .as(out + "" + err)
                    .isZero();
            assertThat(out.toString())
                    .contains("members: " + members, "verified: Q R is A, and R is EJML's up to the signs of its rows");
            assertThat(checksum()).as("block=%d", block).isEqualTo(alone);
        }
    }

    @Members({1, 2, 3})
    void shouldHaveTheRowsOfTheVersionByColumns(ColMember member, ColGroup group) {
        int size = 60;
        double[][] column = CyclicColumns.generated(size).column();
        Householder byColumns = new Householder(Copy.of(column), 0, 1);
        List<Integer> chosen = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            Pivot pivot = byColumns.pivot();
            byColumns.reflect(k, byColumns.choose(pivot.column(), k));
            chosen.add(pivot.column());
        }
        DMatrixRMaj expected = new DMatrixRMaj(size, size);
        for (int j = 0; j < size; j++) {
            for (int i = 0; i <= j; i++) {
                expected.set(i, j, byColumns.columns()[chosen.get(j)][i]);
            }
        }

        Factors factors = factorise(member.communicator(group), size, size, 8, j -> column[chosen.get(j)]);

        if (!factors.isElsewhere()) {
            double largest = Arrays.stream(expected.data).map(Math::abs).max().orElseThrow();
            assertThat(BlockCheck.distance(factors.r, expected, true)).isLessThan(1e-10 * largest);
        }
    }

    @Members(3)
    @ParameterizedTest
    @CsvSource({"1, 1", "20, 9", "9, 20", "1, 5", "5, 1", "16, 16"})
    void shouldFactoriseMatricesOfAnyShape(int rows, int columns, ColMember member, ColGroup group) {
        assertFactorises(member.communicator(group), rows, columns, j -> CyclicColumns.generatedColumn(rows, j));
    }

    private static void assertFactorises(Communicator world, int rows, int columns, IntFunction<double[]> column) {
        Factors factors = factorise(world, rows, columns, 4, column);
        if (!factors.isElsewhere()) {
            assertThat(BlockCheck.wrong(whole(rows, columns, column), factors.r, factors.reflectors))
                    .isNull();
        }
    }

    @Members(3)
    void shouldFactoriseColumnsOfZeros(ColMember member, ColGroup group) {
        for (int step : List.of(2, 5, 100)) { // from one column that is not zero to the next, of 12
            IntFunction<double[]> column =
                    j -> j % step == step - 1 ? CyclicColumns.generatedColumn(12, j) : new double[12];
            Factors factors = factorise(member.communicator(group), 12, 12, 4, column);
            if (!factors.isElsewhere()) {
                assertThat(BlockCheck.wrongFactors(whole(12, 12, column), factors.r, factors.reflectors))
                        .isNull();
            }
        }
    }

    private record Factors(DMatrixRMaj r, List<Reflectors> reflectors) {
        static final Factors ELSEWHERE = new Factors(new DMatrixRMaj(0, 0), List.of());

        boolean isElsewhere() {
            return r.numRows == 0;
        }
    }

    private static Factors factorise(
            Communicator world, int rows, int columns, int width, IntFunction<double[]> column) {
        BlockQr qr = new BlockQr(world, rows, columns, width, column);
        qr.factorise(true);
        List<double[][]> parts = world.gather(qr.part(), 0);
        return parts == null
                ? Factors.ELSEWHERE
                : new Factors(BlockCheck.whole(parts, rows, columns, width), qr.reflectors());
    }

    private static DMatrixRMaj whole(int rows, int columns, IntFunction<double[]> column) {
        DMatrixRMaj whole = new DMatrixRMaj(rows, columns);
        for (int j = 0; j < columns; j++) {
            double[] elements = column.apply(j);
            for (int i = 0; i < rows; i++) {
                whole.set(i, j, elements[i]);
            }
        }
        return whole;
    }

    @Test
    void shouldDealOutBlocks() {
        assertThat(BlockQr.own(1, 3, 20, 4)).containsExactly(4, 5, 6, 7, 16, 17, 18, 19);
        assertThat(BlockQr.own(2, 3, 10, 4)).containsExactly(8, 9);
        assertThat(BlockQr.own(2, 3, 8, 4)).isEmpty();
    }

    @Test
    void shouldFailWhenAFactorIsWrong() {
        double[][] column = IntStream.range(0, 3)
                .mapToObj(j -> CyclicColumns.generatedColumn(3, j))
                .toArray(double[][]::new);
        DMatrixRMaj a = whole(3, 3, j -> CyclicColumns.generatedColumn(3, j));
        List<Reflectors> reflectors = List.of(Reflectors.of(column));
        DMatrixRMaj r = whole(
                3,
                3,
                j -> IntStream.range(0, 3)
                        .mapToDouble(i -> i > j ? 0 : column[j][i])
                        .toArray());
        assertThat(BlockCheck.wrong(a, r, reflectors)).isNull();

        r.set(0, 1, r.get(0, 1) * 1.000001);
        assertThat(BlockCheck.wrong(a, r, reflectors)).startsWith("|Q R - A| / |A| is ");
        double[] rows = (double[]) reflectors.getFirst().buffer().array(); // of V
        rows[2 * 3 + 1] *= 1.5;
        assertThat(BlockCheck.wrong(a, r, reflectors)).startsWith("Q is not orthogonal");
    }

    @Test
    void shouldPrintJson() {
        assertThat(run("--tutti-members=2", "--size=9", "--block=4", "--runs=2", "--json"))
                .isZero();
        assertThat(out.toString())
                .startsWith("{\"program\":\"block-qr\",\"members\":2,\"jvms\":1,\"size\":9,\"block\":4,\"seconds\":")
                .endsWith("\"}" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size=0|--size=0: a matrix has 1 to 46340 rows",
                "--size=46340|--size=46340: the matrix is too large: needs",
                "--block=0|--block=0: must be 1 or more",
                "--runs=0|--runs=0: must be 1 or more",
            })
    void shouldRefuse(String argument, String reason) {
        assertThat(run("--tutti-members=2", argument)).isEqualTo(2);
        assertThat(err.toString()).startsWith("block-qr: " + reason);
        assertThat(out.toString()).isEmpty();
    }

    private String checksum() {
        Matcher matcher = CHECKSUM.matcher(out.toString());
        assertThat(matcher.find()).as(out.toString()).isTrue();
        return matcher.group(1);
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Programs.run(new BlockQrProgram(arguments), out, err, arguments);
    }
}
