package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.NightlySource;

/** Jobs over the MPI libraries that are installed. */
class MpiBenchTest {
    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(names = {"MPI", "MPICH"})
    void shouldMeasureFourMembersInTwoJvms(Transport transport) throws Exception {
        assumeInstalled(transport);
        Bench.inOneJob(
                List.of(new Tutti()),
                setup(transport),
                64,
                Benchmark.MESSAGE_RATE,
                Benchmark.BARRIER,
                Benchmark.ALLREDUCE);
    }

    private static Setup setup(Transport transport) {
        return new Setup(
                transport, 4, 2, PayloadKind.DIRECT, false, Bench.SHORT_JVM_OPTIONS, List.of(), null, 0, false);
    }

    private static void assumeInstalled(Transport transport) {
        String refusal = transport.refusal();
        assumeTrue(refusal == null, () -> "not run: " + refusal);
    }

    /** The same library on both sides. */
    @ParameterizedTest
    @CsvSource("MPI")
    @NightlySource("MPICH")
    void shouldGoThroughMpi(Transport transport) {
        assumeInstalled(transport);
        MpiPeer beside = new MpiPeer(transport.mpi());
        String refusalOfPeer = beside.refusal(Benchmark.LATENCY, setup(transport));
        assumeTrue(refusalOfPeer == null, () -> "not run: " + refusalOfPeer);
        Bench bench = Bench.run("latency --transport %s --sizes 64k --payload direct --peer %s --format json"
                .formatted(transport, beside.label()));
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows())
                .extracting(Row::system, Row::transport, Row::jvms)
                .containsExactly(
                        tuple("tutti", transport.toString(), 2), tuple(beside.label(), transport.toString(), 2));
    }

    @Test
    void shouldFailWithoutALibrary() {
        assumeInstalled(Transport.MPI);
        Bench bench = Bench.run("latency --transport mpi --sizes 8 -J-Dtutti.mpi.library=/nowhere/libmpi.so");
        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.err()).contains("tutti: the job failed, see above: system=tutti exit-code=1");
    }

    @Test
    void shouldSayThatThereIsNoMpi() {
        assertThat(MpiTools.OPEN_MPI.refusal("transport=mpi", "no-such-mpirun"))
                .isEqualTo("transport=mpi needs no-such-mpirun on the path;"
                        + " install Open MPI (apt install libopenmpi-dev openmpi-bin)");
        assertThat(MpiTools.MPICH.refusal("peer=mpich", "no-such-mpicc"))
                .isEqualTo("peer=mpich needs no-such-mpicc on the path;"
                        + " install MPICH (apt install libmpich-dev mpich)");
    }

    @Test
    void shouldRefuseAnotherLibraryThanTuttis() {
        String refusal = MpiTools.OPEN_MPI.refusalToCompile("peer=openmpi");
        assumeTrue(refusal == null, () -> "not run: " + refusal);
        Bench bench = Bench.run("latency --transport mpich --sizes 8 --payload direct --peer openmpi");
        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err())
                .contains("another MPI library than Tutti's: peer=openmpi transport=mpich; choose --peer mpich or"
                        + " --transport mpi");
    }
}
