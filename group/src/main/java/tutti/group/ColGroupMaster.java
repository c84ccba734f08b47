package tutti.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.group.launch.JobArguments;
import tutti.group.launch.JoinedJob;
import tutti.group.member.JobExit;
import tutti.group.member.JobExit.Manner;
import tutti.group.member.MemberThreads;
import tutti.group.registry.RegistryClient;
import tutti.messaging.JoinException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.config.JdkDefect;
import tutti.serialization.OperationInterruptedException;

/**
 * A process' part in a job: makes it known to the others, and builds groups with them (CCJ, section 2.1).
 *
 * <p>Each process makes one. Groups are built in two phases: members are added to a name ({@link #addMember}), and then
 * the group is activated ({@link #getGroup}), after which it never changes.
 *
 * {@snippet :
 * try (ColGroupMaster master = new ColGroupMaster(args)) {
 *     master.start("hello", Hello::new); // this process' share of the members, each in a thread of its own
 * }
 * }
 *
 * <p>Members that are no class of their own are a lambda: {@link #run}.
 *
 * <h2>How a process learns its job</h2>
 *
 * <p>Which process it is, an engine may have told it: see {@link JobProvider}. A process that was started as one of
 * several never runs alone. Everything else comes from an argument {@code --tutti-NAME=VALUE}, else from the
 * environment variable {@code TUTTI_NAME}, else by default. Among them are the number of processes ({@code size}), the
 * members of the whole job ({@code members}), deadlines, the transport, and the secret; docs/settings.md has them all.
 *
 * <p>Times are seconds, or durations as {@code PT1M30S}.
 *
 * <h2>How a job ends</h2>
 *
 * <p>By itself, when all members are done: {@link #close} waits for this process' started members and then until the
 * other processes are as far. A program that doesn't close its master leaves the job in the same way when its last
 * thread ends; a process that ends while a member of it is not done makes that member a failed one. The exit status of
 * a process whose member failed is 1, also if it ends by {@link System#exit}, unless the program has caught the failure
 * that {@link #close} or {@link #await} throws.
 *
 * <p>Thread-safe. Several masters, of one job or of several, may live in one JVM.
 */
public final class ColGroupMaster extends JobMaster implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ColGroupMaster.class.getName());

    private final JobExit exit;
    private final AtomicInteger runs = new AtomicInteger();
    private volatile boolean isClosed;

    /**
     * Joins the job that the arguments, the environment and the defaults describe, and waits until all its processes
     * have.
     *
     * @param args the program's arguments; those that begin with {@code --tutti-} are for the master
     * @throws IllegalArgumentException if the settings are incomplete or contradict each other
     * @throws JoinException if not all processes came in time, or two of them disagree
     */
    public ColGroupMaster(String... args) {
        this(JobArguments.parse(args, System.getenv(), UsersProvider.load()));
    }

    ColGroupMaster(JobArguments arguments) {
        this(arguments, JdkDefect.here());
    }

    ColGroupMaster(JobArguments arguments, @Nullable String jdkDefect) {
        super(arguments);
        if (process() == 0 && jdkDefect != null) {
            LOG.log(System.Logger.Level.WARNING, jdkDefect);
        }
        exit = new JobExit(part::leave);
        exit.alsoAtShutdown();
    }

    /**
     * Returns those of a program's arguments that are its own, without the ones for the master; joins no job.
     *
     * @param args all of the program's arguments
     */
    public static String[] programArguments(String... args) {
        return JobArguments.withoutOwn(args);
    }

    /**
     * Returns how many members the whole job is to have. If this was not set and the job is one process, it is the
     * number of processors of this JVM: of one that {@code taskset} bound to a core, 1.
     */
    public int numberOfCpus() {
        return part.arguments().members();
    }

    /** Returns how many of the job's members this process is to host: an even share, ranks contiguous. */
    public int localMembers() {
        return new Partition(numberOfCpus(), processes()).size(process());
    }

    /**
     * Adds a member of this process to an inactive group, which is made if it does not exist.
     *
     * <p>Its rank follows from the index of its process, then from the order of adding there.
     *
     * @throws GroupException if the group is active, or has this member already
     */
    public void addMember(String groupName, ColMember member) {
        addMembers(groupName, List.of(Arguments.given("member", member)));
    }

    /**
     * Adds members of this process to an inactive group, in this order, as {@link #addMember(String, ColMember)} does
     * with each.
     *
     * <p>Asks process 0 once, not once for each member.
     *
     * @throws GroupException if the group is active, or has one of these members already; those before that one are in
     *     the group
     */
    public void addMembers(String groupName, List<? extends ColMember> added) {
        creation().add(part.host(), groupName, added, null);
    }

    /**
     * Adds a member of this process to an inactive group, with a rank.
     *
     * <p>Members without one get the ranks that are left.
     *
     * @throws GroupException if the group is active, has this member already, or has another with this rank
     */
    public void addMember(String groupName, int rank, ColMember member) {
        if (rank < 0) {
            throw new IllegalArgumentException(
                    "rank must not be negative: rank=%d group=%s".formatted(rank, groupName));
        }
        creation().add(part.host(), groupName, List.of(Arguments.given("member", member)), rank);
    }

    /**
     * Takes a member of this process out of an inactive group.
     *
     * @throws GroupException if the group is unknown or active, or does not have this member
     */
    public void deleteMember(String groupName, ColMember member) {
        creation().delete(groupName, Arguments.given("member", member));
    }

    /**
     * Makes an inactive copy of a group, which can be changed and then activated; called in one process.
     *
     * <p>Members of an active group keep their order in the copy; members added later follow them.
     *
     * @throws GroupException if the source is unknown, or the destination exists
     */
    public void copyGroup(String destination, String source) {
        creation().copy(destination, source);
    }

    /**
     * Frees a group's name; called in one process.
     *
     * <p>An inactive group is gone. Members that hold an active group may continue using it.
     *
     * @throws GroupException if the group is unknown
     */
    public void deleteGroup(String groupName) {
        creation().deleteGroup(groupName);
    }

    /**
     * Activates a group: waits until it has so many members, within the default time.
     *
     * @see #getGroup(String, int, Duration)
     */
    public ColGroup getGroup(String groupName, int numberOfMembers) {
        return getGroup(groupName, numberOfMembers, part.arguments().timeout());
    }

    /**
     * Activates a group: waits until it has so many members, and all processes that host one are ready for its
     * messages.
     *
     * <p>Called in every process that hosts members, once or more, before any operation. All calls for one group return
     * the same object.
     *
     * @param numberOfMembers the size that the group must have
     * @param timeout how long to wait; the exception then names who is there and who is not
     * @throws GroupException if the group is unknown, has more members, or has not so many in time
     * @throws MemberFailedException if a process is lost that hosts a member of the group, should host one, or is
     *     process 0
     */
    public ColGroup getGroup(String groupName, int numberOfMembers, Duration timeout) {
        return creation().activate(groupName, numberOfMembers, false, Arguments.given("timeout", timeout));
    }

    /**
     * Joins a group as a member without a subclass of {@link ColMember}, and activates the group, within the default
     * time.
     *
     * @see #communicator(String, int, Duration)
     */
    public Communicator communicator(String groupName, int numberOfMembers) {
        return communicator(groupName, numberOfMembers, part.arguments().timeout());
    }

    /**
     * Joins a group as a member without a subclass of {@link ColMember}, and activates the group as {@link #getGroup}
     * does.
     *
     * <p>The calling thread is the member's own. It must call {@link Communicator#done()} at the end of its part; a
     * thread that ends before makes the member a failed one, unless another thread that acts for it is alive. A thread
     * of a pool does not end: its task calls {@code done()} in a finally block.
     *
     * @param numberOfMembers the size that the group must have
     * @param timeout how long to wait; the exception then names who is there and who is not
     * @return the new member's view of the group
     * @throws GroupException if the group is active already, or has more members, or has not so many in time; the new
     *     member is not in the group then
     * @throws MemberFailedException as {@link #getGroup}
     */
    public Communicator communicator(String groupName, int numberOfMembers, Duration timeout) {
        return ThreadMember.join(
                part.host(), creation(), groupName, numberOfMembers, false, Arguments.given("timeout", timeout));
    }

    private GroupCreation creation() {
        if (isClosed) {
            throw new IllegalStateException(
                    "the master is closed, so this process has left the job: process=%d; close it last"
                            .formatted(process()));
        }
        return part.creation();
    }

    /**
     * Joins a group of one member for each process, as {@link #communicator} does, however long the others take; fails
     * if a process is lost.
     */
    Communicator communicatorOfProcesses(String groupName) {
        return ThreadMember.join(part.host(), creation(), groupName, processes(), true, RegistryClient.UNLIMITED);
    }

    /**
     * Has the member whose thread calls continue without those members of a group that are gone.
     *
     * @throws IllegalStateException if this is not the thread of a started member
     * @see ColMember#shrink(ColGroup)
     */
    public ColGroup shrink(ColGroup group) {
        return part.threads().current().shrink(ColGroup.given(group));
    }

    /**
     * Creates this process' share of the job's members, adds them to a group, activates it, and starts them.
     *
     * @param factory makes a member; called {@link #localMembers()} times
     * @return the members of this process, in rank order, each running in a thread of its own
     */
    public <M extends ColMember> List<M> start(String groupName, Supplier<M> factory) {
        Arguments.given("factory", factory);
        List<M> created = new ArrayList<>();
        for (int i = 0; i < localMembers(); i++) {
            created.add(Arguments.given("what the factory returns", factory.get()));
        }
        addMembers(groupName, created);
        ColGroup group = getGroup(groupName, numberOfCpus());
        created.forEach(member -> member.start(group));
        return List.copyOf(created);
    }

    /**
     * Runs a task in each of as many members as the job is to have ({@link #numberOfCpus()}), as {@link #run(int,
     * MemberTask)} does.
     */
    public <R extends @Nullable Object> List<R> run(MemberTask<R> task) {
        return run(numberOfCpus(), task);
    }

    /**
     * Runs a task in each of so many new members, spread evenly over the processes, and returns what all returned.
     *
     * {@snippet :
     * List<Integer> squares = master.run(4, world -> world.rank() * world.rank()); // 0, 1, 4, 9
     * }
     *
     * <p>All processes call it, in the same order if there are several runs. Waits until all members have ended, those
     * too that {@link #start} has started in this process. Each process gets all results, so results must be
     * serializable if there are several processes; large ones are better left where they are, and null returned.
     *
     * @param members members of all processes together, at least one in each
     * @return the results in rank order, in a new list, the same at every process
     * @throws MemberFailedException at every process, if a member failed, or if what it returned cannot be sent to, or
     *     read in, every process; where that was, the exception of the task or of serialization is the cause
     * @throws GroupException if not so many members come in time, because processes ask for different numbers
     * @throws IllegalStateException if a member's own thread calls it
     */
    public <R extends @Nullable Object> List<R> run(int members, MemberTask<R> task) {
        part.threads().refuseMembers("run");
        return new TaskRun<>(this, "run " + runs.incrementAndGet(), members, Arguments.given("task", task)).results();
    }

    /**
     * Waits until all started members of this process have ended, those of {@link #run} too.
     *
     * @throws MemberFailedException if one of them failed, other than one of a {@link #run}, whose caller gets that;
     *     the first failure is the cause
     * @throws OperationInterruptedException if the thread is interrupted
     */
    public void await() {
        part.threads().await();
    }

    /** Starts members of a run, and waits until all have ended; throws the first of their failures. */
    void startAndAwait(Runnable start, MemberThreads.Failures failures) {
        part.threads().startAndAwait(start, failures);
    }

    /**
     * Waits until all started members of this process have ended, and then until all processes are as far.
     *
     * @throws MemberFailedException if a member of this process failed, unless {@link #await} has said so; the first
     *     failure is the cause. Also if members in threads of the program's own were not done, whose work this ends;
     *     and if a process was lost before it had got all that members here sent to it, and they do not know
     * @throws IllegalStateException if a member's own thread calls it, which would wait for itself; the job continues
     */
    @Override
    public void close() {
        part.threads().refuseMembers("close");
        try {
            part.threads().await();
        } finally {
            isClosed = true;
            exit.once(part.threads().allWell() ? Manner.IN_GOOD_ORDER : Manner.IN_HASTE);
            JoinedJob.noteLeft();
        }
    }
}
