package mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.group.NonBlockingCommunicator;
import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/**
 * The two groups of an intercommunicator, and what MPI's collective operations between them allow and Tutti's do not:
 * with a root, the others of its group take no part, and do not know its rank. The groups work each by itself then, and
 * exchange messages.
 *
 * <p>One operation at a time: {@link Background} sees to it.
 */
final class Bridge {
    private final Intercommunicator sides;
    private final Communicator own; // this rank's group, for these operations only
    private final Communicator both; // for these operations only
    private final Background background = new Background();

    Bridge(Intercommunicator sides) {
        this.sides = sides;
        own = sides.local().duplicate();
        both = sides.both().duplicate();
    }

    /** Connects the groups once more; called by all members of both. */
    Intercommunicator duplicate() {
        return Intercommunicator.create(own, 0, both, toBoth(0), 0);
    }

    Communicator messages() {
        return sides.both();
    }

    Intercommunicator sides() {
        return sides;
    }

    Background background() {
        return background;
    }

    int remoteSize() {
        return sides.remoteSize();
    }

    int toBoth(int remoteRank) {
        return sides.rankInBoth(remoteRank);
    }

    int ofBoth(int rankInBoth) {
        return rankInBoth < 0 ? rankInBoth : rankInBoth - sides.rankInBoth(0);
    }

    /** Ends the connection of two jobs, when all members of both have called it. */
    void disconnect() {
        try {
            sides.barrier();
        } finally {
            own.leave();
            both.leave();
            sides.disconnect();
        }
    }

    void leave() {
        own.leave();
        both.leave();
        sides.leave();
    }

    void broadcast(DirectBuffer data, int root) {
        if (root == MPI.ROOT) {
            both.sendAsync(data, toBoth(0));
        } else if (root != MPI.PROC_NULL) {
            if (own.rank() == 0) {
                both.receive(data, toBoth(root));
            }
            own.broadcast(data, 0);
        }
    }

    /** @param parts at the root, where the block of each remote rank goes */
    void gather(DirectBuffer send, List<DirectBuffer> parts, int root) {
        if (root == MPI.ROOT) {
            for (int i = 0; i < parts.size(); i++) {
                both.receive(parts.get(i), toBoth(i));
            }
        } else if (root != MPI.PROC_NULL) {
            both.sendAsync(send, toBoth(root));
        }
    }

    /** @param parts at the root, the block of each remote rank */
    void scatter(List<DirectBuffer> parts, DirectBuffer receive, int root) {
        if (root == MPI.ROOT) {
            for (int i = 0; i < parts.size(); i++) {
                both.sendAsync(parts.get(i), toBoth(i));
            }
        } else if (root != MPI.PROC_NULL) {
            both.receive(receive, toBoth(root));
        }
    }

    /** Sends a block to each remote rank, and receives one of each; MPI lets each direction have its own type. */
    void exchange(List<DirectBuffer> send, List<DirectBuffer> receive) {
        NonBlockingCommunicator starting = both.nonBlocking();
        List<Request<?>> requests = new ArrayList<>();
        for (int i = 0; i < remoteSize(); i++) {
            requests.add(starting.receive(receive.get(i), toBoth(i)));
        }
        for (int i = 0; i < remoteSize(); i++) {
            requests.add(starting.sendAsync(send.get(i), toBoth(i)));
        }
        Request.awaitAll(requests);
    }

    void reduce(DirectBuffer send, @Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        if (root == MPI.ROOT && receive != null) {
            both.receive(receive, toBoth(0));
        } else if (root != MPI.PROC_NULL && root != MPI.ROOT) {
            DirectBuffer reduced = own.rank() == 0 ? scratch(send) : null;
            own.reduce(send, reduced, operator, 0);
            if (reduced != null) {
                both.sendAsync(reduced, toBoth(root));
            }
        }
    }

    /** @param blocks of this group's result, as MPI has them: a sender does not know those of the other group */
    void reduceScatter(DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        DirectBuffer all = scratch(send);
        sides.allReduce(send, all, operator);
        receive.copyFrom(all.slice(blocks.displacement(own.rank()), blocks.count(own.rank())));
    }

    private static DirectBuffer scratch(DirectBuffer like) {
        return DirectBuffer.of(MemorySegment.ofArray(new byte[Math.toIntExact(like.lengthBytes())]), like.type());
    }
}
