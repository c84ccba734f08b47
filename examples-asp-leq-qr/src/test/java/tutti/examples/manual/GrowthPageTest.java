package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** The program of the page "Processes that come later" runs as one that begins and as one that comes. */
class GrowthPageTest {

    /** Returns the ranks that the program sees. */
    private static List<Integer> program(int newcomers, String... args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            Communicator world = master.isNewcomer()
                    ? master.grownCommunicator()
                    : master.communicator("world", master.processes()).grow(newcomers, Duration.ofMinutes(2));
            try {
                return world.allGather(world.rank());
            } finally {
                world.done();
            }
        }
    }

    @Test
    void shouldBeginAndCome() throws Exception {
        int port = freePort();
        CompletableFuture<List<Integer>> newcomer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                newcomer.complete(program(1, "--tutti-join=127.0.0.1:" + port));
            } catch (RuntimeException | Error e) {
                newcomer.completeExceptionally(e);
            }
        });
        assertThat(program(1, "--tutti-members=1", "--tutti-join-port=" + port)).containsExactly(0, 1);
        assertThat(newcomer.get()).containsExactly(0, 1);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
