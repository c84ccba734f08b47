package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Notice;
import tutti.messaging.failure.FailureDetector;
import tutti.messaging.failure.ProcessEndedException;
import tutti.messaging.match.Recipient;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.TuttiException;

/** Brings what devices deliver to the groups and members of this process. Thread-safe; nothing here blocks. */
final class InboundDispatcher implements InboundHandler {
    private final LocalProcess self;
    private final GroupTable groups;
    private final ProcessLosses losses;
    private final FailureDetector failureDetector;

    InboundDispatcher(LocalProcess self, GroupTable groups, ProcessLosses losses, FailureDetector failureDetector) {
        this.self = self;
        this.groups = groups;
        this.losses = losses;
        this.failureDetector = failureDetector;
    }

    @Override
    public @Nullable Recipient recipient(long group, int rank) {
        Membership known = groups.get(group);
        return known == null ? null : known.member(rank);
    }

    @Override
    public boolean isBetweenMembers(int process, long group, int source, int destination) {
        Membership known = groups.get(group);
        if (known == null) {
            return false;
        }
        GroupLayout layout = known.layout();
        boolean fromThere = layout.has(source) && (process == -1 || layout.processOf(source) == process);
        boolean toHere = destination == -1 || (layout.has(destination) && self.isHere(layout.processOf(destination)));
        if (!fromThere || !toHere) {
            throw new TuttiException(
                    "malformed frame: fromProcess=%d toProcess=%d have no such members: group=%s source=%d destination=%d"
                            .formatted(process, self.process(), layout.name(), source, destination));
        }
        return true;
    }

    @Override
    public void heard(int process) {
        failureDetector.heard(process);
    }

    @Override
    public void signal(int process, Notice notice) {
        if (losses.mayHear(process)) {
            take(notice);
        }
    }

    private void take(Notice notice) {
        switch (notice.kind()) {
            case ALIVE -> {} // that it was heard is all it says
            case LOST ->
                losses.giveUp(
                        notice.source(),
                        notice.saysEnded()
                                ? new ProcessEndedException(notice.text())
                                : new TuttiException(notice.text()));
            case WAIT_QUESTION, WAIT_ANSWER, DEADLOCK -> self.deadlocks().signal(notice);
            default -> {
                Membership group = groups.get(notice.group());
                if (group != null) {
                    group.signal(notice);
                }
            }
        }
    }

    @Override
    public void ended(int process) {
        losses.ended(process);
    }

    @Override
    public void lost(int process, Throwable cause) {
        losses.lost(process, cause);
    }
}
