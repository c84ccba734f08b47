package mpi;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.group.Communicator;

/** The collective operations on objects. A list has the items of each rank, and is null where a rank has none. */
final class ObjectMoves {
    private ObjectMoves() {}

    /** Returns the items of each rank, where all have as many. */
    static List<Items> blocks(Items items, int ranks) {
        return IntStream.range(0, ranks).mapToObj(items::block).toList();
    }

    private static void take(List<Items> targets, List<?> messages) {
        for (int i = 0; i < targets.size(); i++) {
            targets.get(i).take(messages.get(i));
        }
    }

    private static List<Object> outgoing(List<Items> blocks) {
        return blocks.stream().map(Items::outgoing).toList();
    }

    static void gather(Communicator all, Items send, @Nullable List<Items> targets, int root) {
        if (targets != null) {
            targets.forEach(Items::checkRoom);
        }
        List<Object> messages = all.gather(send.outgoing(), root);
        if (targets != null && messages != null) {
            take(targets, messages);
        }
    }

    static void scatter(Communicator all, @Nullable List<Items> blocks, Items target, int root) {
        target.checkRoom();
        List<Object> sent = blocks == null ? null : outgoing(blocks);
        DividableDataObject<Object> divided = sent == null ? null : (index, size) -> sent.get(index);
        target.take(all.scatter(divided, root));
    }

    static void allGather(Communicator all, Items send, List<Items> targets) {
        targets.forEach(Items::checkRoom);
        take(targets, all.allGather(send.outgoing()));
    }

    static void allToAll(Communicator all, List<Items> blocks, List<Items> targets) {
        targets.forEach(Items::checkRoom);
        take(targets, all.allToAll(outgoing(blocks)));
    }
}
