package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.launcher.FurtherCommand;
import tutti.messaging.NightlySource;

/** Short runs of everything, whose data are checked by the jobs themselves. */
class BenchCommandTest {
    private static final List<Contender> TUTTI = List.of(new Tutti());

    @Test
    void shouldBeACommandOfTheLauncher() throws IOException {
        assertThat(FurtherCommand.all()).hasAtLeastOneElementOfType(BenchCommand.class);
    }

    @Test
    void shouldSkipCombinationsThatCannotBe() {
        Bench bench = Bench.run(
                "barrier latency --transport local,shared-memory --members 2,3 --jvms 1,3 --sizes 8 --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows())
                .extracting(row -> "%s %s %d %d".formatted(row.benchmark(), row.transport(), row.members(), row.jvms()))
                .containsExactly(
                        "barrier local 2 1", "barrier local 3 1", "barrier shared-memory 3 3", "latency local 2 1");
        assertThat(bench.err().lines())
                .hasSize(12)
                .contains(
                        "tutti: skipped benchmark=barrier transport=local members=3 jvms=3: transport=local is for one"
                                + " JVM, the others are for two or more: transport=local jvms=3; correct --transport or"
                                + " --jvms",
                        "tutti: skipped benchmark=barrier transport=shared-memory members=2 jvms=3: each JVM needs a"
                                + " member: members=2 jvms=3; give fewer JVMs or more members")
                .allMatch(line -> line.startsWith("tutti: skipped benchmark="));
    }

    @Test
    void shouldChooseTheTransportByTheNumberOfJvms() {
        Bench bench = Bench.run("barrier --members 2 --jvms 1,2 --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.err()).isEmpty();
        assertThat(bench.rows())
                .extracting(row -> "%s %d".formatted(row.transport(), row.jvms()))
                .containsExactly("local 1", "shared-memory 2");
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
        assertThat(row.allocatedBytes()).as("the receiver's array, at least").isGreaterThanOrEqualTo(16);
        assertThat(row.medianMicros()).isBetween(row.p10Micros(), row.p90Micros());
        assertThat(row.singleP50Micros()).isPositive();
        assertThat(row.singleP99Micros()).isGreaterThanOrEqualTo(row.singleP50Micros());
        assertThat(row.slowestRankMicros()).as("only two take part").isNull();
        assertThat(row.firstMicros()).as("no cold start was wanted").isNull();
    }

    @Test
    void shouldAlternateWithJavaPeersAndReportCsv() {
        Bench bench = Bench.run("latency --transport grpc --sizes 64 --peer socket,rmi --bind-to core --format csv");
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

    /** Beside Open MPI where that is installed. */
    @Test
    void shouldMeasureEveryCollectiveAndReportATable() throws Exception {
        boolean hasOpenMpi = refusalOfOpenMpi() == null;
        Bench bench = Bench.run("barrier alltoall --members 4 --sizes 64" + (hasOpenMpi ? " --peer openmpi" : ""));
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .contains("alltoall: 4 members, payload array, 2 blocks; microseconds per operation")
                .contains("     bytes  system   transport ");
        assertThat(bench.out().lines().filter(line -> line.contains("  tutti  ")))
                .hasSize(2);
        assertThat(bench.out().lines().filter(line -> line.contains("  openmpi  ")))
                .hasSize(hasOpenMpi ? 2 : 0);

        assertThat(Bench.inOneJob(
                        hasOpenMpi ? List.of(new Tutti(), new MpiPeer(MpiTools.OPEN_MPI)) : TUTTI,
                        setup(4, PayloadKind.ARRAY),
                        64,
                        Benchmark.BROADCAST,
                        Benchmark.REDUCE,
                        Benchmark.ALLREDUCE,
                        Benchmark.SCATTER,
                        Benchmark.GATHER,
                        Benchmark.ALLGATHER,
                        Benchmark.MESSAGE_RATE))
                .hasSize(7)
                .allSatisfy(samples -> assertThat(samples).hasSize(hasOpenMpi ? 2 : 1));
    }

    @Test
    void shouldTimeTheSlowestMemberAndTheFirstOperation() {
        String peer = refusalOfOpenMpi() == null ? "openmpi" : "pcj";
        Bench bench = Bench.run("broadcast --members 2 --sizes 64 --cold 1 --peer " + peer + " --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).hasSizeGreaterThan(1).allSatisfy(row -> {
            assertThat(row.slowestRankMicros()).isPositive();
            assertThat(row.firstMicros()).isPositive();
            assertThat(row.singleP99Micros()).isGreaterThanOrEqualTo(row.singleP50Micros());
        });
    }

    /** Beside Open MPI where that is installed. */
    @ParameterizedTest
    @ValueSource(strings = "allreduce --members 3 --sizes 1000")
    @NightlySource("latency --sizes 1000")
    void shouldMoveFreshData(String commandLine) {
        Bench bench = Bench.run(
                commandLine + (refusalOfOpenMpi() == null ? " --peer openmpi" : "") + " --fresh --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).isNotEmpty().allMatch(Row::fresh);
    }

    @Test
    void shouldLeaveSinglesOut() {
        Bench bench = Bench.run("barrier --members 2 --no-singles --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).singleElement().returns(null, Row::singleP99Micros);
    }

    @Test
    void shouldMoveObjectsByVirtualThreads() {
        Bench bench = Bench.run("latency allreduce alltoall --members 2 --sizes 8,1k --payload object"
                + " --threads virtual --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).hasSize(6).allMatch(row -> "virtual".equals(row.threads()));
    }

    @ParameterizedTest
    @CsvSource("1000, 64m")
    @NightlySource({"3000, 128m", "10000, 256m"})
    void shouldMeasureManyMembersInALittleMemory(int members, String heap) {
        Bench bench =
                Bench.run("barrier --members %d --threads virtual -J-Xmx%s --format json".formatted(members, heap));
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).extracting(Row::members).containsExactly(members);
    }

    @Test
    void shouldMoveBuffers() throws Exception {
        Bench bench = Bench.run("latency --sizes 64 --payload direct --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).singleElement().returns("direct", Row::payload);

        Bench.inOneJob(TUTTI, setup(2, PayloadKind.DIRECT), 64, Benchmark.BANDWIDTH, Benchmark.BIBANDWIDTH);
        Bench.inOneJob(
                TUTTI,
                setup(4, PayloadKind.DIRECT),
                64,
                Benchmark.BROADCAST,
                Benchmark.REDUCE,
                Benchmark.ALLREDUCE,
                Benchmark.SCATTER,
                Benchmark.GATHER,
                Benchmark.ALLGATHER,
                Benchmark.ALLTOALL,
                Benchmark.MESSAGE_RATE);
    }

    /** In the nightly run, beside Open MPI where that is installed. */
    @ParameterizedTest
    @CsvSource("DIRECT")
    @NightlySource({"ARRAY", "SEGMENT"})
    void shouldMeasureStartedOperationsAndFurtherCollectives(PayloadKind payload) throws Exception {
        List<Contender> contenders = Boolean.getBoolean("tutti.test.all") && refusalOfOpenMpi() == null
                ? List.of(new Tutti(), new MpiPeer(MpiTools.OPEN_MPI))
                : TUTTI;
        List<Benchmark> ofTwo = new ArrayList<>(
                List.of(Benchmark.LATENCY_NONBLOCKING, Benchmark.LATENCY_ANY_SOURCE, Benchmark.BANDWIDTH_NONBLOCKING));
        if (payload == PayloadKind.DIRECT) {
            ofTwo.addAll(List.of(Benchmark.LATENCY_PERSISTENT, Benchmark.LATENCY_STRIDED));
        }
        if (payload.isBuffer()) {
            ofTwo.addAll(List.of(Benchmark.PUT, Benchmark.GET));
            Bench.inOneJob(contenders, setup(3, payload), Long.BYTES, Benchmark.FENCE, Benchmark.FETCH_AND_ADD);
            Bench.inOneJob(
                    TUTTI,
                    setup(3, payload),
                    Long.BYTES,
                    Benchmark.VARHANDLE_ADD,
                    Benchmark.IALLREDUCE_PERSISTENT,
                    Benchmark.TASKS_BY_COUNTER,
                    Benchmark.TASKS_BY_MASTER);
        }
        Bench.inOneJob(contenders, setup(2, payload), 64, ofTwo.toArray(Benchmark[]::new));
        List<Benchmark> collectives = new ArrayList<>(List.of(
                Benchmark.NEIGHBOR_ALLTOALL,
                Benchmark.SCAN,
                Benchmark.REDUCE_SCATTER,
                Benchmark.IALLREDUCE,
                Benchmark.IALLREDUCE_OVERLAP));
        if (payload.isBuffer()) {
            collectives.addAll(List.of(Benchmark.ALLTOALLV, Benchmark.ALLREDUCE_MAXLOC, Benchmark.ALLREDUCE_COMPLEX));
        }
        if (payload == PayloadKind.DIRECT) {
            collectives.addAll(List.of(Benchmark.SUM, Benchmark.EXACT_SUM));
        }
        List<List<Samples>> samples =
                Bench.inOneJob(contenders, setup(5, payload), 64, collectives.toArray(Benchmark[]::new));

        assertThat(samples.get(collectives.indexOf(Benchmark.IALLREDUCE_OVERLAP)))
                .allSatisfy(overlapped -> assertThat(overlapped.min()).isGreaterThan(100)); // it works 1000 µs
    }

    @Tag("nightly")
    @Test
    void shouldMoveIntsBesideRmi() {
        Bench latency = Bench.run("latency --transport grpc --sizes 4 --payload ints --peer rmi --format json");
        assertThat(latency.exitCode()).as(latency.err()).isZero();
        assertThat(latency.rows()).hasSize(2);
    }

    @Test
    void shouldMoveIntsAsThePaperDoes() throws Exception {
        Bench reductions = Bench.run("reduce-max --members 1,3 --sizes 64 --payload ints --format json");
        assertThat(reductions.exitCode()).as(reductions.err()).isZero();
        assertThat(reductions.rows()).extracting(Row::members).containsExactly(1, 3);

        Bench.inOneJob(TUTTI, setup(3, PayloadKind.INTS), 64, Benchmark.REDUCE_MAX, Benchmark.REDUCE_NOP);
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

    @ParameterizedTest
    @ValueSource(strings = "--sizes 512k --no-singles")
    @NightlySource({"--sizes 1k", "--sizes 2m"})
    void shouldNotBlockWhereBothSendALot(String options) {
        Bench bench = Bench.run("bibandwidth " + options + " --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).hasSize(1);
    }

    @Tag("nightly")
    @Test
    void shouldAlternateWithPcj() throws Exception {
        Bench bench =
                Bench.run("latency --members 2 --transport grpc --payload object --sizes 4k --peer pcj --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows()).extracting(Row::system).containsExactly("tutti", "pcj");

        assertThat(Bench.inOneJob(
                        List.of(new Tutti(), new Pcj()),
                        setup(4, PayloadKind.ARRAY),
                        1024,
                        Benchmark.BROADCAST,
                        Benchmark.ALLREDUCE,
                        Benchmark.GATHER,
                        Benchmark.SCATTER))
                .allSatisfy(samples -> assertThat(samples).hasSize(2));
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"latency", "bandwidth"})
    void shouldAlternateWithAeron(String benchmark) {
        Bench bench = Bench.run(benchmark + " --transport shared-memory --payload direct --sizes 8,1m"
                + " --peer aeron --fresh --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows())
                .filteredOn(row -> row.system().equals("aeron"))
                .hasSize(2)
                .allSatisfy(row -> {
                    assertThat(row.transport()).isEqualTo("shared-memory");
                    assertThat(row.ratioToPeer()).isPositive();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = "latency --sizes 8 --transport grpc")
    @NightlySource("latency --sizes 1k,64k")
    void shouldAlternateWithOpenMpi(String commandLine) {
        assumeOpenMpi();
        Bench bench = Bench.run(commandLine + " --peer openmpi --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows())
                .filteredOn(row -> row.system().equals("openmpi"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.ratioToPeer()).isPositive());
    }

    @Tag("nightly")
    @Test
    void shouldMeasureBandwidthOfOpenMpi() throws Exception {
        assumeOpenMpi();
        assertThat(Bench.inOneJob(
                        List.of(new Tutti(), new MpiPeer(MpiTools.OPEN_MPI)),
                        setup(2, PayloadKind.ARRAY),
                        1 << 16,
                        Benchmark.BANDWIDTH,
                        Benchmark.BIBANDWIDTH))
                .allSatisfy(samples -> assertThat(samples.getFirst().medianRatioTo(samples.get(1)))
                        .isPositive());
    }

    private static void assumeOpenMpi() {
        String refusal = refusalOfOpenMpi();
        assumeTrue(refusal == null, () -> "not run: " + refusal);
    }

    private static @Nullable String refusalOfOpenMpi() {
        return new MpiPeer(MpiTools.OPEN_MPI).refusal(Benchmark.LATENCY, setup(2, PayloadKind.ARRAY));
    }

    /** Returns members of one JVM. */
    private static Setup setup(int members, PayloadKind payload) {
        return new Setup(
                Transport.LOCAL, members, 1, payload, false, Bench.SHORT_JVM_OPTIONS, List.of(), null, 0, false);
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
