package tutti.messaging.runtime;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.GroupMemory;
import tutti.messaging.device.Notice;
import tutti.messaging.device.SharedMemory;
import tutti.messaging.match.Payload;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.FailedCall;
import tutti.messaging.signature.GroupLayout;

/**
 * The members of a group that live in one process, and what they share there.
 *
 * <p>One object for each process and group. Thread-safe.
 */
public final class LocalMembers {
    private final Membership state;
    private final LocalProcess self;
    private final IdleStrategy idleStrategy;
    private final long windowBytes;
    private final int[] ranks;
    private final int[] leaders;
    private final int process;
    private final int[] positions; // of each process of the job in the order of the leaders
    private final List<FailedCall> failedEarly = new ArrayList<>(0); // before there was a listener; guarded by this
    private volatile @Nullable LocalListener listener;
    private @Nullable Object attachment; // guarded by this

    LocalMembers(Membership state, LocalProcess self) {
        this.state = state;
        this.self = self;
        idleStrategy = self.idleStrategy();
        windowBytes = self.windowBytes();
        GroupLayout layout = state.layout();
        ranks = layout.ranksAt(self.process()).stream().toArray();
        leaders = layout.leaders();
        process = Arrays.binarySearch(leaders, ranks[0]);
        positions = new int[layout.hosts().length()];
        for (int position = 0; position < leaders.length; position++) {
            positions[layout.processOf(leaders[position])] = position;
        }
    }

    /** Returns the ranks that live here, ascending. */
    public int[] ranks() {
        return ranks.clone();
    }

    /** Returns how many members live here. */
    public int count() {
        return ranks.length;
    }

    /** Returns the position of a rank among those that live here; negative if it lives elsewhere. */
    public int indexOf(int rank) {
        int consecutive = rank - ranks[0];
        if (consecutive >= 0 && consecutive < ranks.length && ranks[consecutive] == rank) {
            return consecutive;
        }
        return Arrays.binarySearch(ranks, rank);
    }

    /** Returns the rank at a position among those that live here. */
    public int rankAt(int index) {
        return ranks[index];
    }

    /** Returns the lowest rank of each process that hosts members, ascending. */
    public int[] leaders() {
        return leaders.clone();
    }

    /** Returns the position of this process among those that host members, in the order of {@link #leaders}. */
    public int process() {
        return process;
    }

    /** Returns the position, in the order of {@link #leaders}, of the process that hosts a rank. */
    public int processOf(int rank) {
        return positions[state.layout().processOf(rank)];
    }

    /**
     * Returns what the members of this process share: made by the first that asks, and the same for all.
     *
     * @param make makes it; every member must ask for the same kind of object
     */
    @SuppressWarnings("unchecked") // the class is the one that the members of the group agree on
    public <T extends LocalListener> T shared(Function<LocalMembers, T> make) {
        LocalListener known = listener;
        if (known == null) {
            synchronized (this) {
                known = listener;
                if (known == null) {
                    known = make.apply(this);
                    listener = known;
                    state.tellWhoIsGone(known);
                    failedEarly.forEach(known::callFailed);
                    failedEarly.clear();
                }
            }
        }
        return (T) known;
    }

    /**
     * Returns what else the members of this process share: made by the first that asks, and the same for all.
     *
     * @param type every member must ask for the same
     */
    public synchronized <T> T attachment(Class<T> type, Supplier<T> make) {
        Object known = attachment;
        if (known == null) {
            known = make.get();
            attachment = known;
        }
        return type.cast(known);
    }

    /**
     * Tells the other processes of the group of a call that has failed, before what members here send in later calls.
     */
    public void tellOthers(FailedCall failed) {
        state.notices().callFailed(failed);
    }

    /** Lets members of this process that wait for messages look whether their call has failed. */
    public void wakeMembers() {
        state.wakeMembers();
    }

    void callFailed(FailedCall failed) {
        LocalListener known = listener;
        if (known == null) {
            synchronized (this) {
                known = listener;
                if (known == null) {
                    failedEarly.add(failed);
                    return;
                }
            }
        }
        known.callFailed(failed);
    }

    /** Returns how many bytes a member may leave for others to take, before it waits until they have. */
    public long windowBytes() {
        return windowBytes;
    }

    /** Makes a place at which one member, or several, can wait for the others. */
    public MemberWaitQueue newSpot() {
        return new MemberWaitQueue(new WaitQueue(idleStrategy));
    }

    /**
     * Throws if a member has left or failed.
     *
     * @throws MemberFailedException that says why nothing more will come from the member
     */
    public void throwIfGone(int rank) {
        MemberFailedException gone = state.gone().why(rank);
        if (gone != null) {
            throw gone.again();
        }
    }

    /** Returns about how much memory a payload holds. */
    public static long sizeBytes(Payload payload) {
        return payload.sizeBytes();
    }

    /**
     * Returns whether all members of the group live on this host, in processes that share memory; all members get the
     * same answer.
     */
    public boolean mayShareMemory() {
        return state.layout().processes().stream()
                .allMatch(process ->
                        self.isOnThisHost(process) && self.peer(process).sharesMemory());
    }

    /** Makes memory for the processes of the group; returns null if that can't be done here. */
    public @Nullable GroupMemory makeMemory(long bytes) {
        SharedMemory host = self.sharedMemory();
        return host == null ? null : host.createForGroup(bytes);
    }

    /** Maps memory that another process of the group has made; returns null if that can't be done here. */
    public @Nullable MemorySegment openMemory(String invitation, long bytes) {
        SharedMemory host = self.sharedMemory();
        return host == null ? null : host.openForGroup(invitation, bytes);
    }

    /** Wakes the leader of another process, which sleeps until something changes in their memory; never blocks. */
    public void knock(int otherProcess) {
        self.signal(Notice.knock(state.layout().group(), ranks[0], leaders[otherProcess]));
    }

    void knocked() {
        LocalListener known = listener;
        if (known != null) {
            known.knocked();
        }
    }

    void alarm() {
        LocalListener known = listener;
        if (known != null) {
            known.alarm();
        }
    }

    void left(int rank) {
        LocalListener known = listener;
        if (known != null && indexOf(rank) >= 0) {
            known.left(rank);
        } else if (known != null && Arrays.binarySearch(leaders, rank) >= 0) {
            known.leaderLeft();
        }
    }
}
