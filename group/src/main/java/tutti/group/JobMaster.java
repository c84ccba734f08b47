package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.group.growth.Newcomer;
import tutti.group.launch.JobArguments;
import tutti.group.launch.JoinedJob;

/** What a {@link ColGroupMaster} knows of its process' place in the job, also of one that came later. */
abstract class JobMaster {
    final JobPart part;
    private final @Nullable Newcomer newcomer; // null unless this process joined a job after its beginning
    private volatile @Nullable Object state; // what a newcomer's member begins with

    JobMaster(JobArguments arguments) {
        JoinedJob.note();
        newcomer =
                arguments.join().isEmpty() ? NewcomerMembers.awaitAgain(arguments) : NewcomerMembers.await(arguments);
        part = newcomer == null ? JobPart.first(arguments) : NewcomerMembers.join(newcomer, arguments);
    }

    /** Returns the index of this process, in [0, processes()). */
    public int process() {
        return part.runtime().process();
    }

    /** Returns the number of processes in the job. */
    public int processes() {
        return part.runtime().processes();
    }

    /**
     * Returns whether a group of a job has taken this process in that had begun before: {@code tutti join} has started
     * it, or an engine has started it again.
     */
    public boolean isNewcomer() {
        return newcomer != null;
    }

    /**
     * Enters the group that has taken this process in, as a member without a subclass of {@link ColMember}; once, as
     * soon as there is a master.
     *
     * <p>Waits until all are in the group. The calling thread is the member's own, as of
     * {@link ColGroupMaster#communicator(String, int)}.
     *
     * @throws GroupException if not all members have entered in time
     * @throws IllegalStateException if this process is no newcomer
     * @see Communicator#grow
     */
    public Communicator grownCommunicator() {
        ThreadMember member = new ThreadMember();
        try {
            return member.actIn(grownGroup(member));
        } catch (Throwable failure) {
            member.done();
            throw failure;
        }
    }

    /**
     * Has a member enter the group that has taken this process in, as {@link #grownCommunicator} does.
     *
     * @return the group; the member can be {@linkplain ColMember#start(ColGroup) started} in it
     */
    public ColGroup grownGroup(ColMember member) {
        NewcomerMembers.Entered entered = NewcomerMembers.enter(part, newcomer, member);
        state = entered.state();
        return entered.group();
    }

    /**
     * Returns what the member of this process begins with, when it has entered the group in the place of a lost one.
     *
     * @return null if it is in no one's place
     * @see Communicator#replaceLost
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // its type is the callers' to match
    public <T> @Nullable T grownState() {
        return (T) state;
    }

    /** Returns whether this process' job was started by {@link Intercommunicator#spawn}. */
    public boolean isSpawned() {
        return part.arguments().parent() != null;
    }

    /**
     * Connects a group of this job with the group that has {@linkplain Intercommunicator#spawn spawned} it; called by
     * all its members, once.
     *
     * @param group of one member of each process of this job, or more
     * @return the view of both groups
     * @throws IllegalStateException if this job was not spawned
     * @see Intercommunicator#connect
     */
    public Intercommunicator parent(Communicator group) {
        String port = part.arguments().parent();
        if (port == null) {
            throw new IllegalStateException(
                    "this job was not spawned: process=%d; only one that Intercommunicator.spawn has started has a parent"
                            .formatted(process()));
        }
        return Intercommunicator.connect(group, port, 0);
    }

    /**
     * Returns {@code host:port} at which {@code tutti join} reaches this process.
     *
     * @throws IllegalStateException if this process takes no newcomers ({@code --tutti-join-port})
     */
    public String joinAddress() {
        return part.joinAddress();
    }
}
