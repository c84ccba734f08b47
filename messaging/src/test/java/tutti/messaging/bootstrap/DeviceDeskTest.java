package tutti.messaging.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.proto.DeviceReport;

class DeviceDeskTest {
    private final Job job = Job.of(0, 3, "127.0.0.1", 4711).withDevice("mpi,fast,grpc");
    private final DeviceDesk desk = new DeviceDesk(job);

    @Test
    void shouldAnswerWhenAllHaveReported() {
        CompletableFuture<CommonDevices> zero = desk.report(report(0, true, "Open MPI"));
        CompletableFuture<CommonDevices> two = desk.report(report(2, true, "Open MPI"));
        assertThat(zero).isNotDone();
        CompletableFuture<CommonDevices> one = desk.report(report(1, true, "Open MPI"));

        assertThat(zero.join().names()).containsExactly("mpi", "fast", "grpc");
        assertThat(zero.join().reasons()).isEmpty();
        assertThat(one.join()).isEqualTo(zero.join()).isEqualTo(two.join());
    }

    @Test
    void shouldLeaveOutWhatAnyProcessLacks() {
        var _ = desk.report(report(0, true, "Open MPI"));
        var _ = desk.report(report(1, false, "no library"));
        CommonDevices common = desk.report(report(2, false, "no library")).join();

        assertThat(common.names()).containsExactly("fast", "grpc");
        assertThat(common.reasons()).containsExactly("device=mpi: process=1 host=h1 and 1 more: no library");
    }

    @Test
    void shouldLeaveOutWhatDiffers() {
        var _ = desk.report(report(0, true, "Open MPI"));
        var _ = desk.report(report(1, true, "MPICH"));
        CommonDevices common = desk.report(report(2, true, "Open MPI")).join();

        assertThat(common.names()).containsExactly("fast", "grpc");
        assertThat(common.reasons())
                .containsExactly("device=mpi: process=1 host=h1: MPICH; process=0 host=h0 and 1 more: Open MPI");
    }

    @Test
    void shouldCompareAgain() {
        for (int process = 0; process < 3; process++) {
            var _ = desk.report(report(process, true, "Open MPI"));
        }
        var _ = desk.report(report(0, true, "Open MPI").toBuilder().setRound(1).build());
        var _ = desk.report(report(1, true, "Open MPI").toBuilder().setRound(1).build());
        CommonDevices common = desk.report(report(2, false, "did not begin").toBuilder()
                        .setRound(1)
                        .build())
                .join();

        assertThat(common.names()).containsExactly("fast", "grpc");
    }

    /** Its connection has broken before the answer came. */
    @Test
    void shouldAnswerAProcessThatReportsOnceMore() {
        var _ = desk.report(report(1, true, "Open MPI"));
        var _ = desk.report(report(1, true, "Open MPI"));
        CompletableFuture<CommonDevices> zero = desk.report(report(0, true, "Open MPI"));
        assertThat(zero).isNotDone();
        var _ = desk.report(report(2, true, "Open MPI"));
        assertThat(zero).isDone();
        assertThat(desk.report(report(1, true, "Open MPI")).join()).isEqualTo(zero.join());
    }

    @Test
    void shouldGiveUpOnesThatDoNotReport() {
        DeviceDesk impatient = new DeviceDesk(job, Duration.ofMillis(20));
        CompletableFuture<CommonDevices> zero = impatient.report(report(0, true, "Open MPI"));

        assertThatThrownBy(zero::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(JoinException.class)
                .hasMessageContainingAll("processes=[1, 2] have not said which they have", "waited=PT0.02S");
    }

    @Test
    void shouldKnowReportsOfOtherJobs() {
        assertThat(desk.isWellFormed(report(2, true, ""))).isTrue();
        assertThat(desk.isWellFormed(report(3, true, ""))).isFalse();
        assertThat(desk.isWellFormed(report(-1, true, ""))).isFalse();
        assertThat(desk.isWellFormed(
                        report(2, true, "").toBuilder().removeDevices(1).build()))
                .isFalse();
    }

    /** Returns one of a process that has all devices, except MPI perhaps. */
    private static DeviceReport report(int process, boolean hasMpi, String words) {
        DeviceReport.Builder report =
                DeviceReport.newBuilder().setProcess(process).setHost("h" + process);
        report.addDevicesBuilder().setName("mpi").setReady(hasMpi).setWords(words);
        report.addDevicesBuilder().setName("fast").setReady(true);
        report.addDevicesBuilder().setName("grpc").setReady(true);
        return report.build();
    }
}
