package tutti.bench;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** The floor under everything between two JVMs: byte arrays over one blocking TCP connection. */
final class SocketJob {
    private static final String END = "";
    private static final byte SIGNAL = 42;

    private final int rank;
    private final DataInputStream in;
    private final DataOutputStream out;

    private SocketJob(int rank, Socket socket) throws IOException {
        this.rank = rank;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** Runs one of two processes; takes no arguments. */
    public static void main(String[] arguments) throws Exception {
        Pair pair = Pair.ofEnvironment();
        try (Socket socket = connect(pair)) {
            SocketJob job = new SocketJob(pair.rank(), socket);
            if (pair.rank() == 0) {
                job.lead(new Orders(System.in, System.out));
            } else {
                job.follow();
            }
        }
    }

    private static Socket connect(Pair pair) throws Exception {
        if (pair.rank() == 0) {
            try (ServerSocket server = new ServerSocket()) {
                server.setReuseAddress(true);
                server.bind(pair.address());
                return server.accept();
            }
        }
        return Pair.meet(() -> {
            try {
                return new Socket(pair.address().getAddress(), pair.address().getPort());
            } catch (ConnectException notYet) {
                return null;
            }
        });
    }

    private void lead(Orders orders) throws IOException {
        orders.sayReady();
        for (String line = orders.next(); line != null; line = orders.next()) {
            out.writeUTF(line);
            orders.answer(new Link(Block.parse(line)).time());
        }
        out.writeUTF(END);
    }

    private void follow() throws IOException {
        for (String line = next(); line != null; line = next()) {
            var _ = new Link(Block.parse(line)).time();
        }
    }

    private @Nullable String next() throws IOException {
        String line = in.readUTF();
        return line.equals(END) ? null : line;
    }

    /** The connection, for values of one length; each that arrives takes the place of the one before. */
    private final class Link extends PairLink {
        private final byte[] buffer;

        Link(Block block) {
            super(rank, block);
            buffer = new byte[block.bytes()];
        }

        @Override
        public void send(byte[] value, int destination) {
            try {
                out.write(value);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public byte[] receive(int source) {
            try {
                in.readFully(buffer);
                return buffer;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void signal(int destination) {
            try {
                out.write(SIGNAL);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void awaitSignal(int source) {
            try {
                int signal = in.read();
                if (signal < 0) {
                    throw new EOFException("the other process is gone");
                }
                if (signal != SIGNAL) {
                    throw WrongDataException.at(0, SIGNAL, signal);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
