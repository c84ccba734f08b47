package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Peers;
import tutti.messaging.PayloadSizes;
import tutti.messaging.match.Payload;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Counts what a member sends. */
final class CountingPeers implements Peers {
    private final Peers peers;
    private final StepCounter counter;

    CountingPeers(Peers peers, StepCounter counter) {
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
    public Payload capture(@Nullable Object value) {
        return peers.capture(value);
    }

    @Override
    public @Nullable Object copy(@Nullable Object value) {
        return peers.copy(value);
    }

    @Override
    public void send(int destination, Payload payload) {
        counter.send(destination, PayloadSizes.sizeBytes(payload));
        peers.send(destination, payload);
    }

    @Override
    public Payload receive(int source) {
        Payload payload = peers.receive(source);
        counter.received(source);
        return payload;
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
