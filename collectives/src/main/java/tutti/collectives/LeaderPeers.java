package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;

/** The leaders of all processes as a group of their own, in which the rank of each is its position among them. */
final class LeaderPeers implements Peers {
    private final Peers peers;
    private final MeetingPlace place;

    /** Makes the view of the leader of a process. */
    LeaderPeers(Peers peers, MeetingPlace place) {
        this.peers = peers;
        this.place = place;
    }

    @Override
    public int rank() {
        return place.neighbours().process();
    }

    @Override
    public int size() {
        return place.leaders().length;
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
        peers.send(place.leaders()[destination], payload);
    }

    @Override
    public Payload receive(int source) {
        return peers.receive(place.leaders()[source]);
    }
}
