package tutti.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Runs on a host for {@code tutti doctor}: lets the others connect, and tries to connect to them. */
final class DoctorProbe {
    static final String PORT = "tutti: port=";
    static final String REACHED = "tutti: reached ";
    static final String FAILED = "tutti: failed ";
    static final String DONE = "tutti: done";

    private static final int LIMIT_MILLIS = 3000;

    private DoctorProbe() {}

    /** Prints its port; reads lines of name, address and port up to an empty one; ends with its input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // The backlog takes the others' connections; no one need accept them.
        try (ServerSocket server = new ServerSocket(0, 1000)) {
            System.out.println(PORT + server.getLocalPort());
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                String[] target = line.split(" ", 3);
                System.out.println(connect(target[0], target[1], Integer.parseInt(target[2])));
            }
            System.out.println(DONE);
            while (in.readLine() != null) {
                // the others may still be connecting
            }
        }
    }

    private static String connect(String name, String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), LIMIT_MILLIS);
            return REACHED + name;
        } catch (IOException e) {
            return FAILED + "to=%s address=%s port=%d: %s".formatted(name, address, port, e.getMessage());
        }
    }
}
