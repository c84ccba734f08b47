package tutti.collectives;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import tutti.messaging.GroupMemory;
import tutti.messaging.Neighbours;

/**
 * How the leaders of a group come to share memory: the first makes it, all others map it, and all use it if all could.
 *
 * <p>Three messages to or from each of them, in the first call that would use the memory. Its name has gone when they know.
 */
final class CommonsAgreement {
    private static final int MAKER = 0;

    private CommonsAgreement() {}

    /**
     * Agrees, and prepares to meet there.
     *
     * @param leaders in which the rank of each is the position of its process
     * @return null if one of them can't share memory
     */
    static @Nullable Commons run(Neighbours neighbours, Peers leaders) {
        CommonsLayout layout = new CommonsLayout(leaders.size());
        MemorySegment memory = share(neighbours, leaders, layout.bytes());
        return memory == null ? null : new Commons(layout, memory, leaders.rank());
    }

    /** Agrees on so much memory; returns null if one of them can't share it. */
    static @Nullable MemorySegment share(Neighbours neighbours, Peers leaders, long bytes) {
        return leaders.rank() == MAKER ? invite(neighbours, leaders, bytes) : follow(neighbours, leaders, bytes);
    }

    private static @Nullable MemorySegment invite(Neighbours neighbours, Peers leaders, long bytes) {
        try (GroupMemory made = neighbours.makeMemory(bytes)) {
            tell(leaders, made == null ? "" : made.invitation());
            boolean allCan = made != null;
            for (int process = 1; process < leaders.size(); process++) {
                allCan &= Boolean.TRUE.equals(leaders.receive(process).take());
            }
            tell(leaders, allCan);
            return allCan && made != null ? made.memory() : null;
        }
    }

    private static void tell(Peers leaders, Object what) {
        for (int process = 1; process < leaders.size(); process++) {
            leaders.send(process, leaders.capture(what));
        }
    }

    private static @Nullable MemorySegment follow(Neighbours neighbours, Peers leaders, long bytes) {
        String invitation = String.valueOf(leaders.receive(MAKER).take());
        MemorySegment memory = invitation.isEmpty() ? null : neighbours.openMemory(invitation, bytes);
        leaders.send(MAKER, leaders.capture(memory != null));
        boolean allCan = Boolean.TRUE.equals(leaders.receive(MAKER).take());
        return allCan ? memory : null;
    }
}
