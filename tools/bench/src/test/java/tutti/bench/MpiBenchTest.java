package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs over an MPI library, where Open MPI is installed. */
class MpiBenchTest {
    private static final Setup SETUP = new Setup(
            Transport.MPI, 4, 2, PayloadKind.DIRECT, false, Bench.SHORT_JVM_OPTIONS, List.of(), null, 0, false);

    /** The same library on both sides. */
    @Test
    void shouldGoThroughMpi() throws Exception {
        String refusal = new OpenMpi().refusal(Benchmark.LATENCY, SETUP);
        assumeTrue(refusal == null, () -> "not run: " + refusal);
        Bench bench = Bench.run("latency --transport mpi --sizes 8,64k --payload direct --peer openmpi --format json");
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.rows())
                .extracting(Row::system, Row::transport, Row::jvms)
                .containsExactly(
                        tuple("tutti", "mpi", 2),
                        tuple("openmpi", "mpi", 2),
                        tuple("tutti", "mpi", 2),
                        tuple("openmpi", "mpi", 2));

        Bench.inOneJob(List.of(new Tutti()), SETUP, 64, Benchmark.MESSAGE_RATE, Benchmark.BARRIER, Benchmark.ALLREDUCE);
    }

    @Test
    void shouldFailWithoutALibrary() {
        String refusal = Transport.MPI.refusal();
        assumeTrue(refusal == null, () -> "not run: " + refusal);
        Bench bench = Bench.run("latency --transport mpi --sizes 8 -J-Dtutti.mpi.library=/nowhere/libmpi.so");
        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.err()).contains("tutti: the job failed, see above: system=tutti exit-code=1");
    }

    @Test
    void shouldSayThatThereIsNoMpi() {
        assertThat(MpiRun.refusal("transport=mpi", "no-such-mpirun"))
                .isEqualTo("transport=mpi needs no-such-mpirun on the path;"
                        + " install Open MPI (apt install libopenmpi-dev openmpi-bin)");
    }
}
