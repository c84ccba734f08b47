package tutti.messaging;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Both ends of a connection. */
public final class SocketPair {
    private SocketPair() {}

    public static SocketChannel[] open() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel one = SocketChannel.open(server.getLocalAddress());
            return new SocketChannel[] {one, server.accept()};
        }
    }
}
