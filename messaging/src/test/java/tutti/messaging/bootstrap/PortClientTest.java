package tutti.messaging.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.proto.ConnectRequest;
import tutti.messaging.proto.Invitation;
import tutti.messaging.proto.JobPortGrpc;

/** Callers at the ports of a job. */
class PortClientTest {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final Job job = Job.of(0, 1, "127.0.0.1", 0);

    /** Gives each caller one answer, and never ends the call. */
    private static final class OpenPort extends JobPortGrpc.JobPortImplBase {
        final CountDownLatch called = new CountDownLatch(1);
        private final Invitation answer;

        OpenPort(Invitation answer) {
            this.answer = answer;
        }

        @Override
        public void connect(ConnectRequest request, StreamObserver<Invitation> answers) {
            answers.onNext(answer);
            called.countDown();
        }
    }

    private CompletableFuture<PortClient.Admitted> call(PortServer... ports) {
        List<String> addresses = Stream.of(ports).map(PortServer::address).toList();
        PortClient client = new PortClient(job, "codec", PortService.NEWCOMER, new byte[0], PATIENCE_NANOS);
        return CompletableFuture.supplyAsync(() -> client.await(addresses));
    }

    private PortServer open(OpenPort service) {
        return new PortServer(job, service, 0, why -> {});
    }

    @Test
    void shouldFindNoJobIfTheOnlyPortCloses() throws Exception {
        OpenPort waiting = new OpenPort(Invitation.newBuilder().setWaits(true).build());
        PortServer port = open(waiting);
        CompletableFuture<PortClient.Admitted> called = call(port);
        waiting.called.await();
        port.close();

        assertThat(called.handle((admitted, failure) -> failure).get(60, TimeUnit.SECONDS))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(JoinException.class)
                .hasMessageContaining("found no job at ports=[" + port.address())
                .hasMessageNotContaining("RST_STREAM");
    }

    /** To the guard of a port its process is process 0 of two, and any caller process 1: people are told better. */
    @Test
    void shouldNameTheProcessWhosePortRefusesAnotherSecret() {
        Job two = job.withPlace(2, 3, "127.0.0.1", 1).withSecret(Secret.random());
        OpenPort waiting = new OpenPort(Invitation.newBuilder().setWaits(true).build());
        try (PortServer port = new PortServer(two, waiting, 0, why -> {})) {
            assertThat(call(port).handle((admitted, failure) -> failure).join())
                    .cause()
                    .isInstanceOf(JoinException.class)
                    .hasMessageContaining(
                            "secrets differ: the caller does not have the secret of the job of process=2; give both"
                                    + " the same")
                    .hasMessageNotContaining("process=1");
        }
    }

    @Test
    void shouldSayThatAnotherServerListens() {
        try (PortServer port = new PortServer(job, new JobPortGrpc.JobPortImplBase() {}, 0, why -> {})) {
            assertThat(call(port).handle((admitted, failure) -> failure).join())
                    .cause()
                    .isInstanceOf(JoinException.class)
                    .hasMessageContaining("at port=" + port.address() + ": what listens there takes in no others");
        }
    }

    @Test
    void shouldCallAnotherPortAfterOneThatHasClosed() throws Exception {
        OpenPort first = new OpenPort(Invitation.newBuilder().setWaits(true).build());
        Invitation taken = Invitation.newBuilder()
                .setMasterHost("127.0.0.1")
                .setProcesses(2)
                .build();
        OpenPort second = new OpenPort(taken);
        PortServer one = open(first);
        try (PortServer other = open(second)) {
            CompletableFuture<PortClient.Admitted> called = call(one, other);
            first.called.await();
            one.close();

            try (PortClient.Admitted admitted = called.get(60, TimeUnit.SECONDS)) {
                assertThat(admitted.admission()).isNotNull();
            }
        }
    }
}
