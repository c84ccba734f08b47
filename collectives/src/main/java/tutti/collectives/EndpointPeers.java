package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Endpoint;
import tutti.messaging.Label;
import tutti.messaging.Payload;
import tutti.messaging.Received;

/** One call of a collective operation: labels what it sends, and checks the labels of what it receives. */
final class EndpointPeers implements Peers {
    private final Endpoint endpoint;
    private final Label label;

    EndpointPeers(Endpoint endpoint, Label label) {
        this.endpoint = endpoint;
        this.label = label;
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
    public Payload capture(@Nullable Object value) {
        return endpoint.capture(value);
    }

    @Override
    public @Nullable Object copy(@Nullable Object value) {
        return endpoint.copy(value);
    }

    @Override
    public void send(int destination, Payload payload) {
        endpoint.send(destination, Collectives.TAG, label, payload);
    }

    @Override
    public Payload receive(int source) {
        Received received = endpoint.receive(source, Collectives.TAG, label);
        if (!received.label().equals(label)) {
            throw MismatchedCallException.of(endpoint, label, received);
        }
        return received.payload();
    }
}
