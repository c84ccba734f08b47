package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that measures what bounds programs; how fast the machine is, is not asserted. */
class PeaksTest {
    @Test
    void shouldMeasureArithmeticAndMemoryWithEachNumberOfThreads() {
        Bench bench = Bench.runAsItIs("peaks --threads 1,2,1 --seconds 0.01 --array 256k --format json");

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        List<Peak> peaks = List.of(new Gson().fromJson(bench.out(), Peak[].class));
        assertThat(peaks)
                .extracting(peak -> "%s %d %s".formatted(peak.what(), peak.threads(), peak.unit()))
                .containsExactly("flops 1 Gflop/s", "flops 2 Gflop/s", "bandwidth 1 GB/s", "bandwidth 2 GB/s");
        assertThat(peaks).allSatisfy(peak -> {
            assertThat(peak.median()).isPositive();
            assertThat(peak.best()).isGreaterThanOrEqualTo(peak.median());
        });
    }

    @Test
    void shouldPrintATableWithTheMachine() {
        Bench bench = Bench.runAsItIs("peaks --threads 1 --seconds 0.001 --array 2m");

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .containsPattern("flops +1 +[\\d.]+ +[\\d.]+ Gflop/s")
                .containsPattern("bandwidth +1 +[\\d.]+ +[\\d.]+ GB/s")
                .contains("arrays of the triad: 2 MiB each", "- Machine: ", "- Load before and after: ");
    }

    /** The JVM of the command line has only the first compiler, with which rates are a tenth. */
    @Test
    void shouldMeasureInAJvmOfItsOwn() {
        Bench bench = Bench.runAsItIs("peaks -J-XX:Unknown");

        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.err()).contains("tutti: the JVM that measures failed: Unrecognized VM option 'Unknown'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--threads 0|at least one thread must work: threads=0",
                "--threads 3 --array 16|each thread needs a part of the arrays: array=16 threads=3",
                "--array 32m -J-Xmx64m|three arrays do not fit the heap: array=32 MiB heap=",
                "--seconds 0|a row must take some time: seconds=0.0",
                "--array x|size=x is none; write a number of bytes",
                "--format xml|Invalid value for option '--format'",
            })
    void shouldRefuse(String options, String reason) {
        Bench bench = Bench.runAsItIs("peaks " + options);

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(reason);
    }

    @Test
    void shouldCountWhatIsComputed() {
        PeakKernels.Kernel triad = new PeakKernels.Triad(10);
        triad.run(2);
        assertThat(triad.perRound()).isEqualTo(240);
        assertThat(new PeakKernels.Arithmetic().perRound()).isEqualTo(1024L * 16);
    }
}
