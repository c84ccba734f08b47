package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Notice;

/** The groups of this process, as the search for deadlocks sees them. Thread-safe. */
record DetectedGroups(LocalProcess self, GroupTable groups) implements DeadlockDetector.Groups {
    @Override
    public @Nullable MemberPlace member(long group, int rank) {
        Membership state = groups.get(group);
        return state == null ? null : state.member(MemberAddress.member(rank));
    }

    @Override
    public boolean isGone(long group, int rank) {
        Membership state = groups.get(group);
        return state != null && state.gone().contains(MemberAddress.member(rank));
    }

    @Override
    public String doing(long group, int rank) {
        Membership state = groups.get(group);
        Member member = state == null ? null : state.member(rank);
        return state == null || member == null ? "" : state.stallReporter().doing(member);
    }

    @Override
    public String place(int process) {
        return self.peer(process).toString();
    }

    @Override
    public void send(Notice notice) {
        self.signal(notice);
    }

    @Override
    public void breakForAll(long group, String why) {
        Membership state = groups.get(group);
        if (state != null) {
            state.breakForAll(Notice.ALL, state.texts().told(Notice.ALL, why));
        }
    }
}
