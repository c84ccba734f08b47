package tutti.messaging.device.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connection to a port of another process, never to itself.
 *
 * <p>Systems choose a connection's own port from a range. While no process listens on a port of this
 * host that lies in that range, they may choose that very port: TCP then connects the socket with itself (RFC 9293,
 * simultaneous open), and the process that is to listen there cannot. Such a connection is refused, and its port free
 * at once.
 *
 * <p>What is small is written from one buffer: for each of Netty's, the gathering write of NIO makes about 200 bytes of
 * objects.
 */
final class ClientSocketChannel extends NioSocketChannel {
    private static final int SMALL_BYTES = 1024; // with what Netty adds for each buffer

    private final ByteBuffer small = ByteBuffer.allocateDirect(SMALL_BYTES);
    private final ChannelOutboundBuffer.MessageProcessor copyIfSmall = this::copyIfSmall;

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

    @Override
    protected void doWrite(ChannelOutboundBuffer flushed) throws Exception {
        if (flushed.totalPendingWriteBytes() <= SMALL_BYTES) {
            writeSmall(flushed);
        }
        super.doWrite(flushed); // what is left
    }

    private void writeSmall(ChannelOutboundBuffer flushed) throws Exception {
        small.clear();
        flushed.forEachFlushedMessage(copyIfSmall);
        small.flip();
        if (small.hasRemaining()) {
            flushed.removeBytes(javaChannel().write(small));
        }
    }

    private boolean copyIfSmall(Object message) {
        if (!(message instanceof ByteBuf bytes) || bytes.readableBytes() > small.remaining()) {
            return false;
        }
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        for (; at + Long.BYTES <= end; at += Long.BYTES) { // to copy it as a whole, a buffer makes a view of itself
            small.putLong(bytes.getLong(at));
        }
        for (; at < end; at++) {
            small.put(bytes.getByte(at));
        }
        return true;
    }
}
