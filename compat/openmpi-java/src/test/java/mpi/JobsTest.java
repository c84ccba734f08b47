package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.group.launch.NameServer;
import tutti.mpi.RankJobs;
import tutti.mpi.StartedJvm;

/** Programs that connect to others by names, and that spawn others. */
class JobsTest {

    private interface Call {
        void run() throws MPIException;
    }

    private static void assertFails(int errorClass, Call call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        MPIException.class, e -> assertThat(e.getErrorClass()).isEqualTo(errorClass));
    }

    private static String freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private static void within(String service, RankJob.Program program) {
        RankJobs.runWith(List.of("--tutti-names=" + service), 1, 2, code -> {}, () -> {
            MPI.Init(new String[0]);
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
            program.run(MPI.COMM_WORLD);
            MPI.Finalize();
        });
    }

    private static void server(Intracomm world, CompletableFuture<Boolean> published) throws MPIException {
        String port = null;
        if (world.getRank() == 0) {
            port = Intracomm.openPort();
            String own = port;
            Intracomm.publishName("ocean", port);
            Intracomm.publishName("sea", MPI.INFO_NULL, port);
            assertFails(MPI.ERR_SERVICE, () -> Intracomm.publishName("ocean", own));
            assertThat(Intracomm.lookupName("sea")).isEqualTo(port);
            published.complete(true);
        }
        Intercomm inter = world.accept(port, 0);
        int[] value = {7};
        inter.bcast(value, 1, MPI.INT, world.getRank() == 0 ? MPI.ROOT : MPI.PROC_NULL);
        inter.disconnect();
        if (port != null) {
            String own = port;
            Intracomm.unpublishName("ocean", port);
            Intracomm.unpublishName("sea", MPI.INFO_NULL, port);
            assertFails(MPI.ERR_SERVICE, () -> Intracomm.unpublishName("ocean", own));
            Intracomm.closePort(port);
        }
    }

    @Test
    void shouldConnectJobsByNames() throws Exception {
        String address = freeAddress();
        try (NameServer server = NameServer.open(address, Map.of())) {
            CompletableFuture<Boolean> published = new CompletableFuture<>();
            CompletableFuture<Void> serving =
                    CompletableFuture.runAsync(() -> within(server.address(), world -> server(world, published)));
            assertThat(published.get()).isTrue();
            within(server.address(), world -> {
                assertFails(MPI.ERR_NAME, () -> Intracomm.lookupName("nowhere"));
                String port = Intracomm.lookupName("ocean", MPI.INFO_NULL);
                Intercomm inter = world.connect(port, 0);
                int[] value = {0};
                inter.bcast(value, 1, MPI.INT, 0);
                assertThat(value).containsExactly(7);
                inter.disconnect();
                assertThat(Intercomm.getParent().isNull()).isTrue();
            });
            serving.get();
        }
    }

    @Tag("nightly")
    @Test
    void shouldSpawnPrograms() throws Exception {
        StartedJvm ended = StartedJvm.run("programs.Spawning");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("children of the first: 1 of 1 say 10", "children of the second: 2 of 2 say 31");
    }

    @Test
    void shouldSayThatAProgramCannotBeSpawned() {
        RankJob.run(2, world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            String[] none = {"/no/such/command"};
            assertFails(MPI.ERR_SPAWN, () -> world.spawn(none[0], null, 1, MPI.INFO_NULL, 0, new int[1]));
            assertFails(
                    MPI.ERR_SPAWN,
                    () -> world.spawnMultiple(
                            none, new String[1][], new int[] {1}, new Info[] {MPI.INFO_NULL}, 0, null));
        });
    }

    /** The job is on loopback, which children of another host would not reach. */
    @Test
    void shouldSpawnOnTheHostThatHintsName() {
        RankJob.run(2, world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            Info elsewhere = new Info();
            elsewhere.set("host", "192.0.2.1");
            assertThatThrownBy(() -> world.spawn("java", null, 1, elsewhere, 0, null))
                    .hasMessageContaining("child host=192.0.2.1");
        });
    }
}
