package tutti.launcher;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for process 0 of a job.
 *
 * <p>Below the ports that systems give to connections by themselves: one of those could be taken again, by the job's
 * own processes above all, before process 0 listens.
 */
final class Ports {
    static final int FIRST = 20_000;
    static final int END = 32_768;

    /** The last that there is. */
    static final int LAST = 65_535;

    private static final int ATTEMPTS = 100;

    private Ports() {}

    /** Returns a port of this host that no one listens on. */
    static int free() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (ServerSocket socket = new ServerSocket(any(), 1, InetAddress.ofLiteral("127.0.0.1"))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // taken: try another
            }
        }
        throw new IOException(
                "no free port found: address=127.0.0.1 range=[%d, %d) attempts=%d".formatted(FIRST, END, ATTEMPTS));
    }

    /** Returns a port that is hardly ever taken. */
    static int any() {
        return ThreadLocalRandom.current().nextInt(FIRST, END);
    }
}
