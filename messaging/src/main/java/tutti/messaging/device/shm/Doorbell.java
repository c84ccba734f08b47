package tutti.messaging.device.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Wakes the progress engine of another process on this host, through a Unix-domain socket. */
public final class Doorbell {
    private final SocketChannel channel;

    public Doorbell(SocketChannel channel) {
        this.channel = channel;
    }

    /** Rings; never blocks. */
    public void ring() {
        try {
            // nothing is written if the socket is full of earlier rings, one of which will do
            channel.write(ByteBuffer.wrap(new byte[1]));
        } catch (IOException e) {
            // the peer is gone, which its gRPC connection tells
        }
    }
}
