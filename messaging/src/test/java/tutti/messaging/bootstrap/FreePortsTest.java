package tutti.messaging.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.messaging.JvmCache;

class FreePortsTest {
    private static final int MANY = 250; // by chance, two JVMs that know nothing of each other have five in common

    /** Keeps as many ports as its argument says, takes others, prints these, and runs until its input ends. */
    static final class Taking implements AutoCloseable {
        private final Process process;
        private final List<Integer> ports;

        Taking(int kept) throws IOException {
            process = new ProcessBuilder(
                            JvmCache.java(),
                            "-cp",
                            String.join(File.pathSeparator, JvmCache.plainClassPath()),
                            Taking.class.getName(),
                            Integer.toString(kept))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String line = String.valueOf(process.inputReader().readLine());
            ports = Arrays.stream(line.split(" ")).map(Integer::valueOf).toList();
            assertThat(ports).hasSize(MANY);
        }

        public static void main(String[] args) throws IOException {
            FreePorts.keep(FreePorts.FIRST, Integer.parseInt(args[0]));
            System.out.println(take(MANY).stream().map(String::valueOf).collect(Collectors.joining(" ")));
            int end = System.in.read();
            System.exit(end == -1 ? 0 : 1);
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    private static List<Integer> take(int count) throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ports.add(FreePorts.take());
        }
        return ports;
    }

    @Test
    void shouldNotGiveAPortTwice() throws IOException {
        assertThat(take(MANY))
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= FreePorts.FIRST && port < FreePorts.END);
    }

    @Test
    void shouldNotRunOutOfPorts() throws IOException {
        assertThat(new HashSet<>(take(2 * (FreePorts.END - FreePorts.FIRST)))).hasSizeGreaterThan(MANY);
    }

    @Test
    void shouldGiveEachOfSomePortsInARow() throws IOException {
        for (int round = 0; round < 50; round++) {
            int first = FreePorts.take(4);
            for (int port : IntStream.range(first, first + 4).toArray()) {
                try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                    assertThat(socket.isBound()).isTrue();
                }
            }
        }
    }

    @Test
    void shouldNotGiveWhatIsMeantForSomethingElse() throws IOException {
        int kept = (FreePorts.END - FreePorts.FIRST) / 2;
        try (Taking other = new Taking(kept)) {
            assertThat(other.ports).allMatch(port -> port >= FreePorts.FIRST + kept);
        }
    }

    @Test
    void shouldKeepWhatAnotherJvmHasAtTheMoment() throws IOException {
        List<Integer> kept;
        try (Taking other = new Taking(0)) {
            kept = other.ports;
            kept.forEach(port -> FreePorts.keep(port, 1));
        }
        assertThat(take(8 * MANY)).doesNotContainAnyElementsOf(kept);
    }

    @Test
    void shouldNotGiveWhatAnotherJvmHasBeenGiven() throws IOException {
        try (Taking other = new Taking(0)) {
            assertThat(take(MANY)).doesNotContainAnyElementsOf(other.ports);
        }
    }
}
