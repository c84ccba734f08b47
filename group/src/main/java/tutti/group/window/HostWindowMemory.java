package tutti.group.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowMember.Exposed;
import tutti.messaging.device.GroupMemory;
import tutti.messaging.runtime.Endpoint;

/**
 * How the processes of a host come to share the memory of a window that is allocated: the first makes it, each maps it
 * once, and all use it if all could.
 *
 * <p>Used by one member, in the order of the methods; the members of a group call the same.
 */
public final class HostWindowMemory {
    private static final long LINE_BYTES = 128; // no two members write to one
    private static final long MOST_BYTES = 1L << 60;

    private final Endpoint endpoint;
    private final List<Exposed> exposed;
    private final LocalWindow local;
    private final int[] neighbors; // ranks on this host
    private final boolean leads; // its process
    private @Nullable GroupMemory made;

    public HostWindowMemory(Endpoint endpoint, List<Exposed> exposed, LocalWindow local) {
        this.endpoint = endpoint;
        this.exposed = exposed;
        this.local = local;
        String host = endpoint.peer(endpoint.rank()).host();
        neighbors = IntStream.range(0, endpoint.size())
                .filter(rank -> endpoint.peer(rank).host().equals(host))
                .toArray();
        leads = endpoint.neighbours().indexOf(endpoint.rank()) == 0;
    }

    /** Returns whether processes of any host must agree; the same at all members. */
    public boolean mayBeShared() {
        return IntStream.range(0, endpoint.size())
                        .map(rank -> endpoint.peer(rank).process())
                        .distinct()
                        .count()
                > 1;
    }

    private boolean isShared() {
        return IntStream.of(neighbors)
                        .map(rank -> endpoint.peer(rank).process())
                        .distinct()
                        .count()
                > 1;
    }

    /** Makes the memory if this member is the first of several processes on its host; returns what others must know. */
    public String invite() {
        if (isShared() && neighbors[0] == endpoint.rank()) {
            made = endpoint.neighbours().makeMemory(at(endpoint.size()));
        }
        return made == null ? "" : made.invitation();
    }

    /** Maps the memory if this member leads its process; returns whether that did not fail. */
    public boolean map(List<String> invitations) {
        String invitation = invitations.get(neighbors[0]);
        if (invitation.isEmpty()) {
            return false;
        }
        if (!leads) {
            return true;
        }
        MemorySegment memory =
                made != null ? made.memory() : endpoint.neighbours().openMemory(invitation, at(endpoint.size()));
        if (memory == null) {
            return false;
        }
        for (int rank : neighbors) {
            Exposed part = exposed.get(rank);
            long at = at(rank);
            local.reach(rank, WindowMemory.allocated(memory.asSlice(at, roomFor(part)), part.type(), part.length()));
        }
        return true;
    }

    /**
     * Removes the memory's name, and makes memory of this process for this member if a process of the host could not
     * map it; returns why it can't, or nothing.
     */
    public String finish(List<Boolean> mapped) {
        if (made != null) {
            made.close();
        }
        if (!isShared() || !IntStream.of(neighbors).allMatch(mapped::get)) {
            if (leads) {
                IntStream.of(neighbors)
                        .filter(rank -> endpoint.neighbours().indexOf(rank) < 0)
                        .forEach(local::forget);
            }
            return makeOwn();
        }
        return "";
    }

    /** Makes memory of this process for this member; returns why it can't, or nothing. */
    public String makeOwn() {
        Exposed own = exposed.get(endpoint.rank());
        long bytes = Math.max(Long.BYTES, roomFor(own));
        try {
            MemorySegment memory = Arena.ofAuto().allocate(bytes, LINE_BYTES); // asks for room before it touches any
            local.reach(endpoint.rank(), WindowMemory.allocated(memory, own.type(), own.length()));
            return "";
        } catch (OutOfMemoryError e) {
            return "no memory for a window: %s window=%s bytes=%d: %s; allocate less, or start its JVM with a larger -XX:MaxDirectMemorySize"
                    .formatted(endpoint.describe(endpoint.rank()), own, bytes, e.getMessage());
        }
    }

    /**
     * Checks that the memory of all members together has addresses; all members find the same.
     *
     * @throws IllegalArgumentException if not
     */
    public static void requireAddressable(List<Exposed> exposed, String group) {
        long most = MOST_BYTES;
        for (int rank = 0; rank < exposed.size(); rank++) {
            Exposed part = exposed.get(rank);
            if (part.length() > most / part.type().elementBytes()) {
                throw new IllegalArgumentException(
                        "windows of all members together have at most %d bytes: rank=%d window=%s group=%s; allocate less"
                                .formatted(MOST_BYTES, rank, part, group));
            }
            most -= part.length() * part.type().elementBytes();
        }
    }

    private static long roomFor(Exposed part) {
        return Cells.roomFor(part.length(), part.type().elementBytes());
    }

    /** Returns where the part of a member begins, or where all end. */
    private long at(int end) {
        long at = Math.max(LINE_BYTES, GroupMemory.KEY_BYTES);
        for (int rank : neighbors) {
            if (rank < end) {
                at = Math.addExact(at, roomFor(exposed.get(rank)) + LINE_BYTES - 1 & -LINE_BYTES);
            }
        }
        return at;
    }
}
