package ibis.mpj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tutti.mpi.RankJobs;

/** A job that a rank ends early. */
class WholeJobsTest {

    @Test
    void shouldEndTheJobOfARankThatAborts() {
        AtomicInteger exit = new AtomicInteger(-1);
        assertThatThrownBy(() -> RankJobs.run(1, 2, exit::set, () -> {
                    try {
                        MPJ.init(new String[0]);
                        if (MPJ.COMM_WORLD.rank() == 1) {
                            MPJ.COMM_WORLD.abort(77);
                        }
                        MPJ.COMM_WORLD.barrier();
                    } catch (MPJException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .hasStackTraceContaining("rank 1 has aborted the job: code=77");
        assertThat(exit).hasValue(77);
    }
}
