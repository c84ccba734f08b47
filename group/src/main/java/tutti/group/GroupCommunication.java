package tutti.group;

import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.MakeGroups;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.GrowthShape;
import tutti.group.proto.GroupDescription;
import tutti.messaging.MemberFailedException;
import tutti.messaging.PeerInfo;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** The operations of a {@link Communicator} by which its members make further groups, among themselves. */
abstract class GroupCommunication extends BufferCommunication {

    GroupCommunication() {}

    abstract CallingMember member();

    /** Returns what tells the job of this group from others of the member. */
    abstract Object job();

    abstract Endpoint endpoint();

    abstract GroupDescription description();

    /** Returns the deadline of this view's operations, or null. */
    abstract @Nullable Duration deadline();

    /**
     * Makes groups of those members that pass the same colour (MPI 4.1, section 7.4.2); called by all members.
     *
     * <p>Needs neither names nor process 0: the members agree among themselves, by an allGather and a barrier of this
     * group. Members that end use of the new group early {@linkplain Communicator#leave leave} it.
     *
     * @param colour at least 0
     * @param key ranks in the new group follow it, then the ranks in this one
     * @return this member's view of its group
     */
    public Communicator split(int colour, int key) {
        if (colour < 0) {
            throw new IllegalArgumentException(
                    "a colour is at least 0: colour=%d group=%s; a member that shall be in none calls splitNone()"
                            .formatted(colour, name()));
        }
        return derivation()
                .split(MakeGroups::split, colour, key, "%s/%d".formatted(name(), colour))
                .getFirst();
    }

    /**
     * Makes groups of those members that pass the same colour, in the order of their ranks here; called by all members.
     */
    public Communicator split(int colour) {
        return split(colour, 0);
    }

    /** Takes part in a {@link #split(int, int)} of the others, and is in none of its groups. */
    public void splitNone() {
        derivation().split(MakeGroups::split, GroupDerivation.NO_COLOUR, 0, name());
    }

    /** Makes a group of the members on each host, in the order of their ranks here; called by all members. */
    public Communicator splitByHost() {
        return splitBy(MakeGroups::splitByHost, PeerInfo::host, "host");
    }

    /** Makes a group of the members in each process, in the order of their ranks here; called by all members. */
    public Communicator splitByProcess() {
        return splitBy(MakeGroups::splitByProcess, PeerInfo::process, "process");
    }

    private Communicator splitBy(
            BiFunction<DirectBuffer, DirectBuffer, MakeGroups> making, Function<PeerInfo, Object> place, String what) {
        Object own = place.apply(endpoint().peer(rank()));
        int first = 0;
        while (!place.apply(endpoint().peer(first)).equals(own)) {
            first++;
        }
        return derivation()
                .split(making, first, 0, "%s/%s of rank %d".formatted(name(), what, first))
                .getFirst();
    }

    /**
     * Makes a group of the same members with the same ranks, whose messages and operations never meet this one's;
     * called by all members.
     */
    public Communicator duplicate() {
        return derivation().duplicate(name() + "/duplicate");
    }

    /**
     * Makes a group as {@link #duplicate()} does, with a name of its own, which errors and records show.
     *
     * @param newName the same at all members
     */
    public Communicator duplicate(String newName) {
        return derivation().duplicate(Arguments.given("newName", newName));
    }

    /** Makes a group as {@link #create(MemberGroup, int)} does, with tag 0. */
    public Communicator create(MemberGroup members) {
        return create(members, 0);
    }

    /**
     * Makes a group of some members of this one; called by these, and by no others.
     *
     * @param members the same at all of them, in the order of the new ranks; if not, this group is broken
     * @param newTag at least 0; tells groups apart that a member makes at the same time in several threads
     * @return this member's view of the new group
     * @throws IllegalArgumentException if the calling member is not among them, or one of them is not in this group
     */
    public Communicator create(MemberGroup members, int newTag) {
        return derivation().create(Arguments.given("members", members), newTag, name() + "/created");
    }

    /**
     * Takes in processes that come later: returns a view of a new group of this one's members, with their ranks, and of
     * one member of each newcomer, with the ranks that follow; called by all members.
     *
     * <p>Newcomers are processes that {@code tutti join} started, before or after this call; they wait at the port of a
     * process of this job. Waits until all have joined. The new group lives in a job of its own; this group, and all
     * others, work on as before, also when this fails. docs/growth.md has a whole program.
     *
     * @param newcomers how many, at least 1; the same at all members
     * @param limit how long to wait for them, and then for their joining; the same at all members
     * @return the larger group; {@link Communicator#done()} of this member counts for both
     * @throws GroupException at all members, with {@link GroupException.Reason#TIMED_OUT} if not so many have come in
     *     time, or with {@link GroupException.Reason#NOT_AGREED} if one of them, or a member here, could not join
     * @throws MemberFailedException if a member of this group was lost
     * @throws IllegalStateException at all members, if rank 0's process takes no newcomers ({@code --tutti-join-port})
     */
    public Communicator grow(int newcomers, Duration limit) {
        return grow(GrowthShape.after(size(), newcomers), null, limit);
    }

    /**
     * Takes in a newcomer for each member of a broken group that is lost: returns a view of a new group with the size
     * of the broken one, in which members have the ranks that they had there, and newcomers those of the lost; called
     * by all members of this group, which {@link Communicator#shrink()} returned.
     *
     * {@snippet :
     * world = world.shrink().replaceLost(world, rank -> copies.get(rank), Duration.ofSeconds(30));
     * }
     *
     * <p>Each newcomer gets a value to begin with, {@link ColGroupMaster#grownState}. It comes from the next member
     * that is not lost, in the order of the broken group's ranks and after the last the first again; {@code stateFor}
     * is called there, in this thread, with the lost rank. What it throws reaches all members. Newcomers, waiting and
     * failures are those of {@link #grow}.
     *
     * @param broken the group before it was shrunk
     * @param stateFor returns the value, serializable or null, for a lost rank
     * @param limit how long to wait for newcomers, and then for their joining; the same at all members
     * @throws IllegalArgumentException if no member of the broken group is missing here, or one here was not in it
     */
    public Communicator replaceLost(Communicator broken, IntFunction<?> stateFor, Duration limit) {
        int[] ranks = members()
                .translate(
                        IntStream.range(0, size()).toArray(),
                        Arguments.given("broken", broken).members());
        return grow(GrowthShape.healing(name(), broken.size(), ranks), Arguments.given("stateFor", stateFor), limit);
    }

    abstract Communicator grow(GrowthShape shape, @Nullable IntFunction<?> stateFor, Duration limit);

    /**
     * Opens a port of this member's process, at which groups of other jobs
     * {@linkplain Intercommunicator#connect connect} to groups of this one; called by one member.
     *
     * <p>Jobs on loopback are reached from this host only. Callers prove that they have the secret of this job, and
     * must have been told the same settings.
     */
    public Port openPort() {
        return new Port(member().hostIn(job()).openPort());
    }

    /**
     * Returns the {@link Port#name} of a port of this or another job that was {@linkplain Port#publish published};
     * called by one member.
     *
     * @throws GroupException with {@link GroupException.Reason#UNKNOWN_NAME} if there is none, or with {@link
     *     GroupException.Reason#NOT_AGREED} if the name service is not reached or refuses
     * @throws IllegalStateException if no name service is set
     */
    public String lookup(String publicName) {
        return member().hostIn(job()).lookup(Arguments.given("publicName", publicName));
    }

    /** Returns what processes that the member's process starts are told of it. */
    Map<String, String> variables() {
        return member().hostIn(job()).variables();
    }

    abstract ConnectedGroups<Communicator> connection(ConnectionRequest.Side side, int root);

    /**
     * Makes a window of memory that members have; called by all members, which may pass buffers of any types and
     * lengths.
     *
     * <p>Members of this process reach the memory at once; for all others it is accessed by messages. It must stay
     * alive, and no operation may move it, until the window is closed. The window belongs to this group: it breaks with
     * it.
     *
     * @param memory a whole buffer or a slice, not a selection; read-only if others shall only read; null if this
     *     member exposes none
     * @throws IllegalArgumentException if the buffer is a selection, or several joined
     */
    public Window createWindow(@Nullable DirectBuffer memory) {
        return windows().create(memory);
    }

    /**
     * Makes a window of new memory, which is zero, as {@link #createWindow} does.
     *
     * <p>Processes of one host share the memory of their members, if the job lets them share any: then each reaches
     * that of all others on its host. Where the system has not enough, the reason is logged, and each process has
     * memory of its own, as in a window that was created.
     *
     * @param type of this member's elements
     * @param length number of this member's elements, at least 0
     */
    public Window allocateWindow(ElementType type, long length) {
        if (length < 0) {
            throw new IllegalArgumentException(
                    "a window has at least 0 elements: length=%d group=%s".formatted(length, name()));
        }
        return windows().allocate(Arguments.given("type", type), length);
    }

    private WindowCreation windows() {
        return new WindowCreation(
                this, member().newGroupId(job()), id -> derivation().window(id, deadline()));
    }

    /** Does something in the group that is neither a message nor a collective operation, and records it. */
    <T> T recorded(String operation, Messages.Action<T> action) {
        return Messages.run(endpoint().recorded(), operation, OperationRecord.NO_PEER, ANY_TAG, action);
    }

    private GroupDerivation derivation() {
        return new GroupDerivation(this, member(), job(), members());
    }

    /** Returns the members of this group, in rank order, for sets of members. */
    public MemberGroup members() {
        return MemberGroup.of(description());
    }

    /** Returns this member's rank in a set of members, or {@link MemberGroup#NO_RANK}. */
    public int rankIn(MemberGroup others) {
        return others.rankOf(description().getMembers(rank()));
    }
}
