package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that writes a matrix by members and by one channel; how long each takes is not asserted. */
class MatrixFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldMeasureEachTurnOfBoth() {
        Bench bench = Bench.runAsItIs(
                "matrix-file --rows 300 --columns 1026 --members 3 --turns 2 --force --format json " + folder);

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        List<MatrixFileTurn> turns = List.of(new Gson().fromJson(bench.out(), MatrixFileTurn[].class));
        assertThat(turns).extracting(MatrixFileTurn::turn).containsExactly(0, 1);
        assertThat(turns).allSatisfy(turn -> {
            assertThat(turn.inOrderSeconds()).isPositive();
            assertThat(turn.togetherSeconds()).isPositive();
            assertThat(turn.ratio()).isPositive();
        });
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldPrintTheRatioWithTheMachine() {
        Bench bench = Bench.runAsItIs("matrix-file --rows 10 --columns 8 --members 2 --turns 3 " + folder);

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .containsPattern("2( +[\\d.]+){5}\\s")
                .containsPattern("10 x 8, members 2, rows of a block 32 bytes: ratio [\\d.]+ \\([\\d.]+-[\\d.]+\\)")
                .contains("- Machine: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rows 0 .|a matrix has rows: rows=0",
                "--columns 10 --members 4 .|each member has as many columns: columns=10 members=4",
                "--members 0 .|at least one member writes: members=0",
                "--turns 1 .|the first turn does not count: turns=1; take two or more",
                "no-such-folder|no such folder: folder=no-such-folder",
            })
    void shouldRefuse(String options, String reason) {
        Bench bench = Bench.runAsItIs("matrix-file " + options);

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(reason);
    }
}
