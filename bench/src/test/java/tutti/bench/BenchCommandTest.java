package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.launcher.FurtherCommand;

/** Short runs of everything, whose data are checked by the jobs themselves. */
class BenchCommandTest {

    @Test
    void shouldBeACommandOfTheLauncher() throws IOException {
        assertThat(FurtherCommand.all()).hasAtLeastOneElementOfType(BenchCommand.class);
    }

    @Test
    void shouldReportJson() {
        Bench bench = Bench.run("latency --sizes 8,1k --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .startsWith("[{\"benchmark\":\"latency\",\"system\":\"tutti\",\"transport\":\"local\",\"members\":2,")
                .contains("\"ratioToPeer\":null}")
                .endsWith("}]" + System.lineSeparator());
        assertThat(bench.rows()).extracting(Row::bytes).containsExactly(8, 1024);
        Row row = bench.rows().getFirst();
        assertThat(row.jvms()).isEqualTo(1);
        assertThat(row.blocks()).isEqualTo(2);
        assertThat(row.threads()).isEqualTo("platform");
        assertThat(row.minMicros()).isPositive();
        assertThat(row.medianMicros()).isBetween(row.p10Micros(), row.p90Micros());
    }

    @Test
    void shouldAlternateWithJavaPeersAndReportCsv() {
        Bench bench = Bench.run("latency --transport grpc --sizes 64 --peer socket,rmi --format csv");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        List<String> lines = bench.out().lines().toList();
        assertThat(lines.getFirst())
                .startsWith("benchmark,system,transport,members,jvms,threads,payload,bytes,medianMicros,")
                .endsWith(",ratioToPeer");
        assertThat(lines.get(1)).startsWith("latency,tutti,grpc,2,2,platform,array,64,");
        assertThat(lines.get(2)).startsWith("latency,socket,tcp,2,2,,array,64,");
        assertThat(lines.get(3)).startsWith("latency,rmi,tcp,2,2,,array,64,").doesNotEndWith(",");
        assertThat(lines).hasSize(4);
    }

    @Test
    void shouldMeasureEveryCollectiveAndReportATable() {
        Bench bench = Bench.run("barrier broadcast reduce allreduce scatter gather allgather alltoall message-rate"
                + " --members 4 --sizes 64");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .contains("alltoall: 4 members, payload array, 2 blocks; microseconds per operation")
                .contains("     bytes  system   transport ");
        assertThat(bench.out().lines().filter(line -> line.contains("  tutti  ")))
                .hasSize(9);
    }

    @Test
    void shouldMoveObjectsByVirtualThreads() {
        Bench bench = Bench.run("latency allreduce alltoall --members 2 --sizes 8,1k --payload object"
                + " --threads virtual --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).hasSize(6).allMatch(row -> "virtual".equals(row.threads()));
    }

    @Test
    void shouldMeasureManyMembersInALittleMemory() {
        Bench bench = Bench.run("barrier --members 10000 --threads virtual -J-Xmx256m --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).extracting(Row::members).containsExactly(10_000);
    }

    @Test
    void shouldMoveBuffers() {
        Bench bench = Bench.run("latency bandwidth bibandwidth --sizes 64 --payload direct --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).hasSize(3).allMatch(row -> row.payload().equals("direct"));
        Bench collectives = Bench.run("broadcast reduce allreduce scatter gather allgather alltoall message-rate"
                + " --members 4 --sizes 64 --payload direct --format json");
        assertThat(collectives.exitCode()).as(collectives.err()).isZero();
        assertThat(collectives.rows()).hasSize(8);
    }

    @Test
    void shouldMoveIntsAsThePaperDoes() {
        Bench latency = Bench.run("latency --transport grpc --sizes 4 --payload ints --peer rmi --format json");
        assertThat(latency.exitCode()).as(latency.err()).isZero();
        assertThat(latency.rows()).hasSize(2);
        Bench reductions = Bench.run("reduce-max reduce-nop --members 1,3 --sizes 64 --payload ints --format json");
        assertThat(reductions.exitCode()).as(reductions.err()).isZero();
        assertThat(reductions.rows()).hasSize(4);
    }

    @Test
    void shouldMeasureRates() {
        Bench bench = Bench.run("bandwidth --sizes 1k --peer socket --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.megabytesPerSecond()).isPositive();
            assertThat(row.messagesPerSecond()).isPositive();
            assertThat(row.ratioToPeer()).isPositive();
        });
    }

    @Test
    void shouldGoThroughSharedMemory() {
        Bench bench = Bench.run("latency --transport shared-memory --sizes 8 --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).extracting(Row::transport).containsExactly("shared-memory");
    }

    @Test
    void shouldNotBlockWhereBothSendALot() {
        Bench bench = Bench.run("bibandwidth --sizes 1k,4m --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allreduce gather scatter --members 4 --transport local",
                "latency broadcast --members 2 --transport grpc --payload object"
            })
    void shouldAlternateWithPcj(String commandLine) {
        Bench bench = Bench.run(commandLine + " --sizes 1k --peer pcj --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows())
                .extracting(Row::system)
                .startsWith("tutti", "pcj", "tutti", "pcj")
                .containsOnly("tutti", "pcj");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latency bandwidth bibandwidth --sizes 1k,64k",
                "latency --sizes 8 --transport grpc",
                "barrier broadcast reduce allreduce scatter gather allgather alltoall message-rate --members 4 --sizes"
                        + " 64"
            })
    void shouldAlternateWithOpenMpi(String commandLine) {
        String refusal = new OpenMpi()
                .refusal(
                        Benchmark.LATENCY,
                        new Setup(Transport.LOCAL, 2, 1, PayloadKind.ARRAY, false, List.of(), List.of(), 0));
        assumeTrue(refusal == null, () -> "not run: " + refusal);
        Bench bench = Bench.run(commandLine + " --peer openmpi --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows())
                .filteredOn(row -> row.system().equals("openmpi"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.ratioToPeer()).isPositive());
    }

    @Test
    void shouldPlot(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("plot.svg");
        Bench bench = Bench.run("latency --sizes 8,1k --plot " + file);
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(Files.readString(file)).contains("<svg", "<path");
    }

    @Test
    void shouldMeasureBesideBusyThreadsAndEndThem() {
        Bench bench = Bench.run("latency --sizes 8 --load 2 --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).extracting(Row::load).containsExactly(2);
        assertThat(busyThreads()).isEmpty();

        assertThat(Bench.run("latency --sizes 8 --load 1").out()).contains("2 blocks, load 1; microseconds");
        assertThat(busyThreads()).isEmpty();
    }

    private static List<String> busyThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("tutti-bench-load-"))
                .toList();
    }

    @Test
    void shouldSayWhichJobFailed() {
        Bench bench = Bench.run("latency -J-XX:NoSuchOption=1");
        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.err()).contains("tutti: the job failed, see above: system=tutti exit-code=1");
    }
}
