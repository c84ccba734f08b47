package tutti.mpi;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.group.launch.ShortTrace;

/**
 * One rank of an MPI program: a member, and what the API keeps for it.
 *
 * <p>MPI's world is a static field, so a rank is found by the thread that calls: the one that runs the program's main
 * method, and the threads that it has
 * started, directly or not. Where a JVM has one rank only, every thread belongs to it. Thread-safe.
 */
public final class Rank {
    /** Threads belong to the rank whose thread has started them. */
    private static final InheritableThreadLocal<Rank> OF_THREAD = new InheritableThreadLocal<>();

    /** The ranks of this JVM whose programs run. */
    private static final Set<Rank> RUNNING = ConcurrentHashMap.newKeySet();

    private final MpiJob job;
    private final int number;
    private final int size;
    private final Map<Class<?>, Object> attachments = new ConcurrentHashMap<>();
    private volatile @Nullable Object latestAttachment; // nearly always the only one
    private @Nullable Communicator started; // as which the job has started this; guarded by this
    private @Nullable Communicator world; // guarded by this
    private volatile @Nullable Communicator member; // which an abort fails; also while begin or end waits
    private int worlds; // how many there have been; guarded by this

    /**
     * Makes a rank.
     *
     * @param started this rank's view of the world, or null if it is to be joined by {@link #begin}
     */
    Rank(MpiJob job, int number, int size, @Nullable Communicator started) {
        this.job = job;
        this.number = number;
        this.size = size;
        this.started = started;
        member = started;
    }

    /** Returns the calling thread's rank, or null if it has none. */
    public static @Nullable Rank find() {
        Rank own = OF_THREAD.get();
        if (own != null) {
            return own;
        }
        Rank[] all = RUNNING.toArray(Rank[]::new);
        return all.length == 1 ? all[0] : null;
    }

    /**
     * Returns the calling thread's rank.
     *
     * @throws MpiFailure if it has none
     */
    public static Rank current() {
        Rank found = find();
        if (found == null) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    RUNNING.isEmpty()
                            ? "this process has no rank yet; call MPI.Init first"
                            : ("thread belongs to no rank: thread=%s ranks=%d; call MPI from threads that a rank's own"
                                  + " thread has started, not from those of a common pool, or run each rank in a JVM"
                                  + " of its own")
                                    .formatted(Thread.currentThread().getName(), RUNNING.size()));
        }
        return found;
    }

    /**
     * Returns the calling thread's rank; a JVM that no launcher has started joins its job now, as one rank.
     *
     * @param arguments the program's, among which may be settings of the job
     */
    public static Rank currentOrJoin(String... arguments) {
        synchronized (RUNNING) {
            Rank found = find();
            return found == null && RUNNING.isEmpty() ? MpiJob.joinByItself(arguments) : current();
        }
    }

    /** Runs a program as this rank, in the calling thread. */
    void run(Program program) throws Exception {
        enter();
        try {
            program.run();
        } finally {
            OF_THREAD.remove();
            RUNNING.remove(this);
        }
    }

    /** From now on the calling thread, and those that it starts, belong to this rank. */
    void enter() {
        OF_THREAD.set(this);
        RUNNING.add(this);
    }

    /** What a rank runs. */
    @FunctionalInterface
    public interface Program {
        /** Runs it. */
        void run() throws Exception;
    }

    /** Returns this rank's number in the world. */
    public int number() {
        return number;
    }

    /** Returns the number of ranks in the world. */
    public int size() {
        return size;
    }

    /**
     * Begins a world, as MPI's Init: waits for the other ranks, and returns this rank's view of it. May be called again
     * after {@link #end}.
     */
    public synchronized Communicator begin() {
        if (world != null) {
            throw new MpiFailure(
                    ErrorClass.OTHER, "MPI has been initialised: rank=%d; call Init once".formatted(number));
        }
        Communicator joined = started;
        started = null;
        if (joined == null) {
            joined = job.join(worlds, number, size);
        }
        worlds++;
        world = joined;
        member = joined;
        return joined;
    }

    /** Connects a world that all its ranks have begun with the ranks that have spawned its job; null if none have. */
    public synchronized @Nullable Intercommunicator parent(Communicator ofAll) {
        return worlds == 1 ? job.parent(ofAll) : null;
    }

    /** Ends the world, as MPI's Finalize: waits for the other ranks, and leaves. */
    public synchronized void end() {
        Communicator ended = world;
        if (ended == null) {
            throw new MpiFailure(
                    ErrorClass.OTHER, "MPI is not initialised: rank=%d; call Init first".formatted(number));
        }
        world = null;
        ended.barrier();
        ended.done();
        member = null;
    }

    /** Returns what an API keeps for this rank, made when it is first asked for. */
    public <T> T attachment(Class<T> type, Supplier<T> factory) {
        Object latest = latestAttachment;
        if (latest == null || latest.getClass() != type) {
            latest = attachments.computeIfAbsent(type, key -> factory.get());
            latestAttachment = latest;
        }
        return type.cast(latest);
    }

    /**
     * Ends the job, as MPI's Abort: says why on standard error, tells the other ranks, and ends this JVM.
     *
     * @param code with which the JVM exits
     * @return never; an exception where the JVM lives on, as in tests
     */
    public JobAbortedException abort(int code, String why) {
        System.err.printf("tutti: rank %d of %d aborts the job: code=%d: %s%n", number, size, code, why);
        JobAbortedException aborted = new JobAbortedException(number, code, why);
        job.abort(aborted, () -> {
            fail(aborted); // first, so that others learn which rank it was
            RUNNING.stream().filter(rank -> rank.job.equals(job)).forEach(rank -> rank.fail(aborted));
            job.failStarters(aborted);
        });
        return aborted;
    }

    /** Shows an exception that is about to end the job on standard error, with the frames of the program. */
    public void show(Exception exception) {
        System.err.println(String.join(System.lineSeparator(), ShortTrace.of(exception)));
    }

    /** Ends this JVM if another of its ranks has aborted the job: what fails in this rank then is a consequence. */
    public void exitIfAborted() {
        job.exitIfAborted();
    }

    private void fail(JobAbortedException aborted) {
        Communicator present = member;
        if (present != null) {
            present.fail(aborted);
        }
    }

    @Override
    public String toString() {
        return "Rank[%d of %d]".formatted(number, size);
    }
}
