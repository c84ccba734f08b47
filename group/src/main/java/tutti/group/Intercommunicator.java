package tutti.group;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.CompositeCall;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.Spawn;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;

/**
 * A member's view of two groups that talk to each other: the ranks of its messages are those of the other group (MPI
 * 4.1, section 7.6).
 *
 * {@snippet :
 * Communicator side = world.split(world.rank() % 2);
 * int other = 1 - world.rank() % 2; // the first of the other side, in world
 * Intercommunicator sides = Intercommunicator.create(side, 0, world, other, 0);
 * sides.sendAsync("hello", 0); // to rank 0 of the other side
 * }
 *
 * <p>A receive or a probe takes messages of the other group only, from any source, too.
 *
 * <p>In a collective operation values go from one group to the other. All members of both call it: where one member is
 * the root, its own group calls the method that says where the values of that group go ({@code …To} sends them to the
 * other group, {@code …From} receives them from there), and the other group the other. A mismatch, or an exception in
 * one member's part, reaches the members of both, whose ranks are those in {@link #both()} then.
 *
 * <p>Immutable; thread-safe as a {@link Communicator} is.
 */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
public final class Intercommunicator extends ObjectIntercommunication {
    private Intercommunicator(
            Communicator local, Communicator both, int start, int remoteStart, int remoteSize, boolean isConnection) {
        super(local, both, start, remoteStart, remoteSize, isConnection);
    }

    /**
     * Connects two groups that have no member in common; called by all members of both.
     *
     * <p>Waits until all have called it. Needs neither names nor process 0: one member of each group, its leader, is in
     * a group with that of the other, in which they exchange messages; what a leader learns or cannot do, it tells its
     * group.
     *
     * @param local the calling member's group
     * @param localLeader rank in {@code local} of its leader; the same at all its members
     * @param peers a group that both leaders are in; ignored, and may be null, except at the leaders
     * @param remoteLeader rank in {@code peers} of the other group's leader; ignored except at the leaders
     * @param tag at least 0; tells apart pairs of groups whose leaders are the same and that are connected at the same
     *     time
     * @throws IllegalArgumentException at all members, if a member is in both groups
     * @throws GroupException with {@link GroupException.Reason#NOT_AGREED}, if the leader of this group has failed to
     *     agree with the other; its own exception says why
     */
    public static Intercommunicator create(
            Communicator local, int localLeader, @Nullable Communicator peers, int remoteLeader, int tag) {
        Arguments.given("local", local).check("localLeader", localLeader);
        GroupPairing.Pair pair = new GroupPairing(local, localLeader, peers, remoteLeader, tag).agree();
        return new Intercommunicator(local, pair.both(), pair.start(), pair.remoteStart(), pair.remoteSize(), false);
    }

    /**
     * Waits until a group of another job {@linkplain #connect connects} to a group of this one; called by all members
     * of the group.
     *
     * <p>One call takes one group in. Others that connect meanwhile wait for the next. Waits without end unless the
     * view of the group has a deadline ({@link Communicator#within}). Both groups work on, whatever comes of it.
     *
     * @param group which takes the other in
     * @param port given at the root, which must have opened it; ignored elsewhere
     * @return the view of both groups
     * @throws GroupException at all members, with {@link GroupException.Reason#TIMED_OUT} if none has connected by the
     *     deadline, or with {@link GroupException.Reason#NOT_AGREED} if a member of one of the groups could not join
     * @throws IllegalArgumentException at all members, if the root gives no open port of its process
     * @throws tutti.messaging.MemberFailedException if a member of the group was lost
     */
    public static Intercommunicator accept(Communicator group, @Nullable Port port, int root) {
        return connected("accept", group, new ConnectionRequest.Accepting(port == null ? null : port.local()), root);
    }

    /**
     * Connects a group of this job to a group of another, which {@linkplain #accept accepts}; called by all members.
     *
     * <p>The processes of both form a job of their own, besides those in which they began. Waits until the other group
     * accepts, without end unless the view of the group has a deadline. Until {@link #disconnect}, each of the two
     * jobs waits for the other when it ends. docs/growth.md has more.
     *
     * @param group of this job
     * @param port {@link Port#name} of the other job's port, or a name under which it was {@linkplain Port#publish
     *     published}; given at the root, and ignored elsewhere
     * @return the view of both groups
     * @throws GroupException at all members, with {@link GroupException.Reason#TIMED_OUT} if the other has not accepted
     *     by the deadline, with {@link GroupException.Reason#UNKNOWN_NAME} if no port was published under the name, or
     *     with {@link GroupException.Reason#NOT_AGREED} if no one listens at the port, it refuses,
     *     or a member of one of the groups could not join
     * @throws IllegalArgumentException at all members, if what the root gives is not the name of a port
     * @throws tutti.messaging.MemberFailedException if a member of the group was lost
     */
    public static Intercommunicator connect(Communicator group, @Nullable String port, int root) {
        return connected("connect", group, new ConnectionRequest.Connecting(port), root);
    }

    /**
     * Starts JVMs, on the host of the root unless the command names another. They form a job of their own and
     * connect to a group; called by all its members.
     *
     * <p>Their program makes a {@link ColGroupMaster} and calls {@link ColGroupMaster#parent}; each JVM has one member.
     * They have the settings of the root's process, and its environment; what they print goes where the root's process
     * prints. Waits until they are connected, without end unless the view of the group has a
     * deadline. Else this is as
     * {@link #connect}: until {@link #disconnect}, both jobs wait for each other when they end.
     *
     * @param group of the parents
     * @param jvms at least 1
     * @param command given at the root, as is the number, and ignored elsewhere
     * @return the view of the group and that of the children
     * @throws GroupException at all members, with {@link GroupException.Reason#NOT_AGREED} if a command cannot be run
     *     or a child ends before it is connected, with its exit code and the end of its output; or with
     *     {@link GroupException.Reason#TIMED_OUT}; all children are ended then
     * @throws tutti.messaging.MemberFailedException if a member of the group was lost
     */
    public static Intercommunicator spawn(Communicator group, int jvms, @Nullable SpawnCommand command, int root) {
        if (jvms < 1) {
            throw new IllegalArgumentException(
                    "at least one JVM is spawned: jvms=%d group=%s".formatted(jvms, group.name()));
        }
        return spawn(group, command == null ? List.of() : Collections.nCopies(jvms, command), root);
    }

    /**
     * Starts JVMs as {@link #spawn(Communicator, int, SpawnCommand, int)} does, each by a command of its own.
     *
     * @param commands in the order of the children's ranks; given at the root, and ignored elsewhere
     */
    public static Intercommunicator spawn(Communicator group, List<SpawnCommand> commands, int root) {
        List<Spawn.Command> all = commands.stream().map(SpawnCommand::command).toList();
        Spawn spawn = all.isEmpty() ? null : new Spawn(group.variables(), all);
        return connected("spawn", group, new ConnectionRequest.Spawning(spawn), root);
    }

    /** Returns a view of the groups of two jobs, which connect as one side says. */
    private static Intercommunicator connected(
            String operation, Communicator group, ConnectionRequest.Side side, int root) {
        Arguments.given("group", group);
        return CompositeCall.run(operation, () -> connected(group, side, root));
    }

    private static Intercommunicator connected(Communicator group, ConnectionRequest.Side side, int root) {
        ConnectedGroups<Communicator> groups = group.connection(side, root);
        Communicator both = groups.both();
        Communicator local = both.split(groups.start());
        return new Intercommunicator(local, both, groups.start(), groups.remoteStart(), groups.remoteSize(), true);
    }

    /**
     * Makes one group of the members of both; called by all.
     *
     * @param high whether this group's members come after the other's; the same at all its members. If both say the
     *     same, the order is that of {@link #both()}
     */
    public Communicator merge(boolean high) {
        return both.split(0, high ? 1 : 0);
    }

    /** Returns this view for messages with a tag, as {@link Communicator#withTag} does. */
    public Intercommunicator withTag(int tag) {
        return new Intercommunicator(local, both.withTag(tag), start, remoteStart, remoteSize, isConnection);
    }

    /** Returns this view for operations that must end in time, as {@link Communicator#within} does. */
    public Intercommunicator within(Duration deadline) {
        return new Intercommunicator(local, both.within(deadline), start, remoteStart, remoteSize, isConnection);
    }

    /** Returns the same operations as this view's, which start, and return without waiting. */
    public NonBlockingIntercommunicator nonBlocking() {
        return new NonBlockingIntercommunicator(this);
    }

    // ---------------------------------------------------------------- messages

    /** Sends a value to a member of the other group, as {@link Communicator#sendSync} does. */
    public void sendSync(@Nullable Object value, int destination) {
        both.sendSync(value, rankInBoth(destination));
    }

    /** Sends a value to a member of the other group, as {@link Communicator#sendAsync} does. */
    public void sendAsync(@Nullable Object value, int destination) {
        both.sendAsync(value, rankInBoth(destination));
    }

    /**
     * Receives the next value from a member of the other group, or from any, as {@link Communicator#receive(int)} does.
     */
    public <T extends @Nullable Object> T receive(int source) {
        return both.receive(rankInBoth(source));
    }

    /**
     * Receives from a member of the other group, or from any, as {@link Communicator#receive(DirectBuffer, int)} does.
     */
    public void receive(DirectBuffer target, int source) {
        both.receive(target, rankInBoth(source));
    }

    /** Receives, and says who sent it, as {@link Communicator#receiveWithStatus(int)} does. */
    public <T extends @Nullable Object> Received<T> receiveWithStatus(int source) {
        return both.<T>receiveWithStatus(rankInBoth(source)).countedFrom(remoteStart);
    }

    /** Receives, and says who sent it, as {@link Communicator#receiveWithStatus(DirectBuffer, int)} does. */
    public Status receiveWithStatus(DirectBuffer target, int source) {
        return remote(both.receiveWithStatus(target, rankInBoth(source)));
    }

    /** Waits until there is a message, as {@link Communicator#probe} does. */
    public Status probe(int source) {
        return remote(both.probe(rankInBoth(source)));
    }

    /** Returns what is known of the next message, if there is one, as {@link Communicator#tryProbe} does. */
    public Optional<Status> tryProbe(int source) {
        return both.tryProbe(rankInBoth(source)).map(this::remote);
    }

    /** Waits until there is a message, and takes it, as {@link Communicator#matchedProbe} does. */
    public ProbedMessage matchedProbe(int source) {
        return both.matchedProbe(rankInBoth(source)).countedFrom(remoteStart);
    }

    /** Takes a message that is there now, if there is one, as {@link Communicator#tryMatchedProbe} does. */
    public Optional<ProbedMessage> tryMatchedProbe(int source) {
        return both.tryMatchedProbe(rankInBoth(source)).map(message -> message.countedFrom(remoteStart));
    }

    /**
     * Sends a value to a member of the other group, and receives one from there, as {@link Communicator#sendReceive}
     * does.
     */
    public <T extends @Nullable Object> T sendReceive(@Nullable Object value, int destination, int source) {
        return both.sendReceive(value, rankInBoth(destination), rankInBoth(source));
    }

    /**
     * Sends a buffer's elements to a member of the other group, and receives into a buffer from there, as {@link
     * Communicator#sendReceive(DirectBuffer, int, DirectBuffer, int)} does.
     */
    public void sendReceive(DirectBuffer send, int destination, DirectBuffer receive, int source) {
        both.sendReceive(send, rankInBoth(destination), receive, rankInBoth(source));
    }

    private Status remote(Status status) {
        return Messages.countedFrom(remoteStart, status);
    }

    @Override
    public String toString() {
        return "Intercommunicator[name=%s rank=%d size=%d remote size=%d]"
                .formatted(both.name(), rank(), size(), remoteSize);
    }
}
