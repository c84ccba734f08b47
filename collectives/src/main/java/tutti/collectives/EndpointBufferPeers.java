package tutti.collectives;

import tutti.messaging.Endpoint;
import tutti.messaging.Label;
import tutti.messaging.Received;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** One call of a collective operation on buffers: labels what it sends, and checks the labels of what it receives. */
final class EndpointBufferPeers implements BufferPeers {
    private final Endpoint endpoint;
    private final Label label;
    private final Scratch scratch;

    EndpointBufferPeers(Endpoint endpoint, Label label, Scratch scratch) {
        this.endpoint = endpoint;
        this.label = label;
        this.scratch = scratch;
    }

    @Override
    public int rank() {
        return endpoint.rank();
    }

    @Override
    public int size() {
        return endpoint.size();
    }

    @Override
    public void send(int destination, DirectBuffer data) {
        endpoint.send(destination, Collectives.TAG, label, data);
    }

    @Override
    public void receive(int source, DirectBuffer target) {
        Received other = endpoint.receive(source, Collectives.TAG, label, target);
        if (other != null) {
            throw MismatchedCallException.of(endpoint, label, other);
        }
    }

    @Override
    public DirectBuffer scratch(int slot, DirectBuffer like) {
        return scratch.like(slot, like);
    }

    @Override
    public DirectBuffer scratch(ElementType type, long length) {
        return scratch.of(type, length);
    }
}
