package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that measures memory; how much it is, is not asserted. */
class MemoryTest {
    private static final String SHORT = "memory -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC ";

    @Test
    void shouldMeasureProcessesAndPairs() {
        assumeTrue(ProcessMemory.isKnown());
        Bench bench = Bench.runAsItIs(SHORT + "--members 3 --format json");

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        List<Footprint> rows = List.of(new Gson().fromJson(bench.out(), Footprint[].class));
        assertThat(rows).extracting(Footprint::after).containsExactly("barrier", "alltoall");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.processes()).isEqualTo(3);
            assertThat(row.residentMiB()).isGreaterThanOrEqualTo(row.proportionalMiB());
            assertThat(row.mappedSharedMiB()).isPositive().isLessThanOrEqualTo(row.jobSharedMiB());
            assertThat(row.sharedKiBPerPair()).isPositive();
        });
    }

    @Tag("nightly")
    @Test
    void shouldPrintATableWithoutSharedMemory() {
        assumeTrue(ProcessMemory.isKnown());
        Bench bench = Bench.runAsItIs(SHORT + "--members 2 --transport grpc");

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .containsPattern("2  tutti +grpc +barrier +[\\d.]+ +[\\d.]+ +0.00 +0.00 +0.00")
                .contains("alltoall");
    }

    @Test
    void shouldReadThisProcess() throws IOException {
        assumeTrue(ProcessMemory.isKnown());
        ProcessMemory here = ProcessMemory.of(ProcessHandle.current().pid());

        assertThat(here.proportional()).isPositive();
        assertThat(here.resident()).isGreaterThanOrEqualTo(here.proportional());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--members 1|one process has no pair: members=1",
                "--transport local|each member has a process: transport=local",
                "--timeout 0|the timeout must be positive: timeout=0.0",
                "--peer pcj|Invalid value for option '--peer'",
            })
    void shouldRefuse(String options, String reason) {
        assumeTrue(ProcessMemory.isKnown());
        Bench bench = Bench.runAsItIs("memory " + options);

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(reason);
    }
}
