package tutti.collectives.algorithm;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Payload;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Members with consecutive ranks as a group of their own, in which the first has rank 0; seen by one of them. */
record RankRange(Peers all, int start, int size) implements Peers {
    @Override
    public int rank() {
        return all.rank() - start;
    }

    @Override
    public Payload capture(@Nullable Object value) {
        return all.capture(value);
    }

    @Override
    public @Nullable Object copy(@Nullable Object value) {
        return all.copy(value);
    }

    @Override
    public void send(int destination, Payload payload) {
        all.send(start + destination, payload);
    }

    @Override
    public Payload receive(int source) {
        return all.receive(start + source);
    }

    @Override
    public void send(int destination, DirectBuffer data) {
        all.send(start + destination, data);
    }

    @Override
    public void receive(int source, DirectBuffer target) {
        all.receive(start + source, target);
    }

    @Override
    public DirectBuffer scratch(int slot, DirectBuffer like) {
        return all.scratch(slot, like);
    }

    @Override
    public DirectBuffer scratch(ElementType type, long length) {
        return all.scratch(type, length);
    }
}
