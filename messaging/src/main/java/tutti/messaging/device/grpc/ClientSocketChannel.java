package tutti.messaging.device.grpc;

import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * A connection to a port of another process, never to itself.
 *
 * <p>Systems choose a connection's own port from a range. While no process listens on a port of this
 * host that lies in that range, they may choose that very port: TCP then connects the socket with itself (RFC 9293,
 * simultaneous open), and the process that is to listen there cannot. Such a connection is refused, and its port free
 * at once.
 */
final class ClientSocketChannel extends NioSocketChannel {
    @Override
    protected boolean doConnect(SocketAddress remote, SocketAddress local) throws Exception {
        boolean isConnected = super.doConnect(remote, local);
        if (isConnected) {
            refuseItself();
        }
        return isConnected;
    }

    @Override
    protected void doFinishConnect() throws Exception {
        super.doFinishConnect();
        refuseItself();
    }

    private void refuseItself() throws IOException {
        SocketChannel socket = javaChannel();
        SocketAddress local = socket.getLocalAddress();
        if (local.equals(socket.getRemoteAddress())) {
            socket.setOption(StandardSocketOptions.SO_LINGER, 0); // no TIME_WAIT
            socket.close();
            throw new ConnectException(
                    "Connection refused: no process listens, and the socket has reached itself: address=" + local);
        }
    }
}
