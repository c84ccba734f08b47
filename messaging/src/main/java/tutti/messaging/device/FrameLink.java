package tutti.messaging.device;

import tutti.messaging.match.SendStream;

/** A link that carries frames, so that the way to each member of the peer is the same. */
public interface FrameLink extends PeerLink, SendStream.Target {
    @Override
    void flush();

    @Override
    default SendStream.Target to(long group, int context, int member) {
        return this;
    }
}
