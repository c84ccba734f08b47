package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;
import tutti.messaging.PayloadSizes;

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
}
