package tutti.group;

import java.time.Duration;
import java.util.List;
import tutti.group.member.MemberHost;
import tutti.messaging.MemberFailedException;

/** The member that a thread is which joins a group without a subclass of {@link ColMember}. */
final class ThreadMember extends ColMember {

    /**
     * Adds a new member to a group and activates the group; the calling thread is the member's own.
     *
     * <p>After a failure the member is not in the group, or has left it.
     *
     * @param fromEveryProcess as in {@link GroupCreation#activate}
     */
    static Communicator join(
            MemberHost<ColMember, ColGroup> host,
            GroupCreation creation,
            String name,
            int size,
            boolean fromEveryProcess,
            Duration timeout) {
        ThreadMember member = new ThreadMember();
        boolean added = false;
        try {
            creation.add(host, name, List.of(member), null);
            added = true;
            ColGroup group = creation.activate(name, size, fromEveryProcess, timeout);
            member.threads.actsItself();
            return group.communicator(member);
        } catch (Throwable failure) {
            if (added) {
                member.withdraw(creation, name, failure);
            }
            member.done();
            throw failure;
        }
    }

    /** Acts for this member, which a group has taken in; the calling thread is the member's own. */
    Communicator actIn(ColGroup group) {
        threads.actsItself();
        return group.communicator(this);
    }

    private void withdraw(GroupCreation creation, String name, Throwable failure) {
        try {
            creation.delete(name, this);
        } catch (GroupException | MemberFailedException e) {
            failure.addSuppressed(e); // the group has become active meanwhile, or process 0 is lost
        }
    }

    @Override
    public void run() {
        throw new IllegalStateException("member has a thread already: the one that called communicator(name, size)");
    }

    @Override
    String cureOfDesertion() {
        return "call done() on its communicator, in a finally block";
    }
}
