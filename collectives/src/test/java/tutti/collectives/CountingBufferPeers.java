package tutti.collectives;

import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Counts what a member sends in an operation on buffers. */
final class CountingBufferPeers implements BufferPeers {
    private final BufferPeers peers;
    private final StepCounter counter;

    CountingBufferPeers(BufferPeers peers, StepCounter counter) {
        this.peers = peers;
        this.counter = counter;
    }

    @Override
    public int rank() {
        return peers.rank();
    }

    @Override
    public int size() {
        return peers.size();
    }

    @Override
    public void send(int destination, DirectBuffer data) {
        counter.send(destination, data.lengthBytes());
        peers.send(destination, data);
    }

    @Override
    public void receive(int source, DirectBuffer target) {
        peers.receive(source, target);
        counter.received(source);
    }

    @Override
    public DirectBuffer scratch(int slot, DirectBuffer like) {
        return peers.scratch(slot, like);
    }

    @Override
    public DirectBuffer scratch(ElementType type, long length) {
        return peers.scratch(type, length);
    }
}
