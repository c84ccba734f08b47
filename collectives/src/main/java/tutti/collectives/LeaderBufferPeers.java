package tutti.collectives;

import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Those who exchange buffers for their processes as a group of their own, in which the rank of each is its process' position. */
final class LeaderBufferPeers implements BufferPeers {
    private final BufferPeers peers;
    private final MeetingPlace place;
    private final int root;

    /**
     * Makes the view of one of them.
     *
     * @param root rank of the operation's root, which speaks for its process, or -1 if the lowest rank does everywhere
     */
    LeaderBufferPeers(BufferPeers peers, MeetingPlace place, int root) {
        this.peers = peers;
        this.place = place;
        this.root = root;
    }

    private int rankOf(int process) {
        return root < 0 ? place.leaders()[process] : place.speakerOf(process, root);
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
    public void send(int destination, DirectBuffer data) {
        peers.send(rankOf(destination), data);
    }

    @Override
    public void receive(int source, DirectBuffer target) {
        peers.receive(rankOf(source), target);
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
