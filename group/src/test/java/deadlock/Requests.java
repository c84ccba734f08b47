package deadlock;

import java.util.List;
import tutti.group.Communicator;
import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/** Programs whose members wait with started receives that no one sends to. */
final class Requests {
    private static final int OTHER_TAG = 7;

    private final Communicator world;
    private final int rank;

    Requests(Communicator world) {
        this.world = world;
        rank = world.rank();
    }

    /** Runs one of them; returns whether it is here. */
    boolean run(String name) {
        switch (name) {
            case "all of several" -> Request.awaitAll(receives());
            case "any of several" -> Request.awaitAny(receives()).await();
            case "receives behind a call" -> receivesBehindCall();
            case "receives in two groups" -> receivesInTwoGroups();
            default -> {
                return false;
            }
        }
        return true;
    }

    private List<Request<?>> receives() {
        int before = (rank + world.size() - 1) % world.size();
        return List.of(
                world.nonBlocking().receive(before),
                world.withTag(OTHER_TAG).nonBlocking().receive(before),
                world.nonBlocking().receive(DirectBuffer.of(new int[1]), before));
    }

    /** Member 0 is in a barrier, and the others wait for its messages; each has receives that do not end. */
    private void receivesBehindCall() {
        List<Request<?>> receives = receives();
        if (rank > 0) {
            var _ = world.receive(0);
        }
        world.barrier();
        Request.awaitAll(receives);
    }

    private void receivesInTwoGroups() {
        Communicator other = world.duplicate("other");
        Request<?> here = world.nonBlocking().receive(1 - rank);
        Request<?> there = other.nonBlocking().receive(1 - rank);
        var _ = rank == 0 ? here.await() : there.await();
    }
}
