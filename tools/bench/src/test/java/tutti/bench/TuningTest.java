package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.AlgorithmTable;

/** The table that follows from times, and the command that measures them. */
class TuningTest {

    private static List<String> rows(Tuning tuning) {
        return tuning.lines().stream().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void shouldChooseTheFastestOfEachSizeAndNumberOfMembers() {
        Tuning tuning = new Tuning("broadcast");
        add(tuning, 2, 8, 1, 2);
        add(tuning, 2, 1 << 20, 100, 200);
        add(tuning, 4, 8, 1, 2);
        add(tuning, 4, 1024, 2, 3);
        add(tuning, 4, 1 << 20, 300, 200);

        assertThat(rows(tuning))
                .containsExactly(
                        "broadcast members<=2 bytes<=any binomial",
                        "broadcast members<=any bytes<=32768 binomial",
                        "broadcast members<=any bytes<=any chain");
        assertThat(tuning.lines()).contains("# broadcast, 4 members, 1048576 bytes, us: binomial=300.00 chain=200.00");
    }

    @Test
    void shouldKeepAnAlgorithmThatIsHardlySlower() {
        Tuning tuning = new Tuning("broadcast");
        add(tuning, 2, 8, 1, 2);
        add(tuning, 2, 1024, 2, 1.95);
        add(tuning, 2, 4096, 4, 5);
        add(tuning, 4, 8, 1, 2);

        assertThat(rows(tuning)).containsExactly("broadcast members<=any bytes<=any binomial");
    }

    private static void add(Tuning tuning, int members, int bytes, double binomial, double chain) {
        tuning.add(members, bytes, "binomial", binomial);
        tuning.add(members, bytes, "chain", chain);
    }

    @Test
    void shouldWriteATableThatJobsTake(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("table.txt");
        Bench bench = Bench.runAsItIs(
                "tune --operation reduce --members 2 --sizes 8,4k --blocks 1 --block-millis 1 --warmup 0 -J"
                        + String.join(" -J", Bench.SHORT_JVM_OPTIONS) + " --out " + file);
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out()).contains("reduce     members=2   bytes=4096 ", "wrote " + file);
        assertThat(Files.readString(file)).contains("# reduce, 2 members, 8 bytes, us: binomial=", " exchange=");
        AlgorithmTable table = AlgorithmTable.read(file);
        assertThat(table.text()).contains("reduce members<=any bytes<=any ", "allToAll members<=any");
    }

    @Test
    void shouldRefuseWhatItCannotMeasure(@TempDir Path folder) {
        assertThat(Bench.runAsItIs("tune --operation barrier --out " + folder.resolve("a"))
                        .err())
                .contains("no such operation: operation=barrier");
        assertThat(Bench.runAsItIs("tune --members 1 --out " + folder.resolve("a"))
                        .err())
                .contains("members=1");
        assertThat(Bench.runAsItIs("tune --out " + folder).err()).contains("cannot write the table");
        assertThat(Bench.runAsItIs("--blocks 1").err()).contains("no BENCHMARK is named");
    }
}
