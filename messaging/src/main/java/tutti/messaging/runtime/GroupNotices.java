package tutti.messaging.runtime;

import java.util.BitSet;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.Notice;
import tutti.messaging.signature.FailedCall;
import tutti.messaging.signature.GroupLayout;

/** Tells the other processes of a group what has become of its members. Thread-safe; nothing here blocks. */
final class GroupNotices {
    private final LocalProcess self;
    private final GroupLayout layout;
    private final BitSet hosts;

    GroupNotices(LocalProcess self, GroupLayout layout) {
        this.self = self;
        this.layout = layout;
        hosts = layout.hosts();
    }

    /** A member has left in good order. */
    void left(int rank) {
        self.tell(hosts, Notice.left(layout.group(), rank));
    }

    /** A member is gone, or {@link Notice#ALL} if none is, and the group's first failure is this. */
    void failed(int rank, MemberFailedException first) {
        failed(hosts, rank, first);
    }

    /** Tells some processes of a failure. */
    void failed(BitSet processes, int rank, MemberFailedException first) {
        String told = ToldFailure.encode(String.valueOf(first.getMessage()), first.getCause());
        self.tell(processes, Notice.failed(layout.group(), rank, first.rank(), told));
    }

    /**
     * Tells of a failure without its stack trace.
     *
     * @param rank the member that is gone, or {@link Notice#ALL} if none is
     * @param first the one whose failure was the first
     */
    void failed(int rank, int first, MemberFailedException failure) {
        String told = ToldFailure.encode(String.valueOf(failure.getMessage()), null);
        self.tell(hosts, Notice.failed(layout.group(), rank, first, told));
    }

    /** A call has failed; told before what members here send in later calls. */
    void callFailed(FailedCall failed) {
        self.tell(hosts, Notice.callFailed(layout.group(), failed));
    }
}
