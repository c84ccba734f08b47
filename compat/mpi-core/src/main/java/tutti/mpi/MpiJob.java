package tutti.mpi;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;

/**
 * A process' share of a job whose members are the ranks of an MPI program.
 *
 * <p>{@link #run} runs a program once for each rank of this process, in a thread of its own: for {@code tutti run}
 * ({@link MpiMain}), and for tests. Without it,
 * the process is one rank, and joins when the program calls MPI's Init.
 */
public final class MpiJob implements AutoCloseable {
    private static final String WORLD = "mpi-world";

    /** Ranks of a program come to Init when they have read their input, which may take any time. */
    private static final Duration INIT_TIMEOUT = Duration.ofDays(1);

    private final ColGroupMaster master;
    private final IntConsumer exit;
    private final Object abortLock = new Object();
    private final List<Starter> starters = new CopyOnWriteArrayList<>();
    private @Nullable JobAbortedException aborted; // by the first rank that does; guarded by abortLock

    /**
     * Joins the job.
     *
     * @param settings as {@link ColGroupMaster} takes them; what they do not say is in the environment
     */
    public MpiJob(String... settings) {
        this(System::exit, settings);
    }

    /** Joins the job; an abort calls {@code exit} in place of {@link System#exit}. */
    public MpiJob(IntConsumer exit, String... settings) {
        master = new ColGroupMaster(settings);
        this.exit = exit;
    }

    /**
     * Joins the job that a program's arguments or the environment describe, or is a job of its own; the calling process
     * is one rank of it.
     */
    static Rank joinByItself(String... settings) {
        MpiJob job = new MpiJob(settings);
        boolean isTold = System.getenv("TUTTI_MEMBERS") != null
                || Arrays.stream(settings).anyMatch(setting -> setting.startsWith("--tutti-members"));
        boolean alone = job.master.processes() == 1 && !isTold;
        int size = alone ? 1 : job.master.numberOfCpus();
        int here = alone ? 1 : job.master.localMembers();
        if (here != 1) {
            job.close();
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "this JVM is to host several ranks, but its main method runs once: ranks=%d of %d; start it with 'tutti run', or one JVM for each rank"
                            .formatted(here, size));
        }
        Rank rank = new Rank(job, job.master.process(), size, null);
        rank.enter();
        return rank;
    }

    /**
     * Runs a program on each rank of this process, and waits until all have ended.
     *
     * @param programs gives each rank, by its number in this process, what it runs
     * @throws tutti.messaging.MemberFailedException if one fails
     */
    public void run(IntFunction<Rank.Program> programs) {
        int[] started = {0};
        int size = master.numberOfCpus();
        master.start(WORLD, () -> {
            Starter starter = new Starter(this, size, programs.apply(started[0]++));
            starters.add(starter);
            return starter;
        });
        try {
            master.await();
        } catch (RuntimeException e) {
            exitIfAborted();
            throw e;
        }
    }

    /** The member that runs the program of a rank. */
    private static final class Starter extends ColMember {
        private final MpiJob job;
        private final int size;
        private final Rank.Program program;
        private volatile boolean isStarted;

        Starter(MpiJob job, int size, Rank.Program program) {
            this.job = job;
            this.size = size;
            this.program = program;
        }

        boolean isStarted() {
            return isStarted;
        }

        @Override
        public void run() {
            isStarted = true;
            Communicator world = communicator(group());
            try {
                new Rank(job, world.rank(), size, world).run(program);
            } catch (Exception e) {
                JobAbortedException aborted = job.exitIfAborted();
                if (aborted != null) {
                    throw aborted; // what this rank met is a consequence
                }
                throw e instanceof RuntimeException failure ? failure : new ProgramFailedException(world.rank(), e);
            }
        }
    }

    /** Makes a world of its own for the calling thread, in which it has the rank that it had. */
    Communicator join(int worlds, int rank, int size) {
        Communicator joined = master.communicator("%s-%d".formatted(WORLD, worlds), size, INIT_TIMEOUT);
        boolean isInOrder = size <= master.processes(); // one rank for each process; the same answer in all of them
        return isInOrder ? joined : joined.split(0, rank);
    }

    @Nullable
    Intercommunicator parent(Communicator world) {
        return master.isSpawned() ? master.parent(world) : null;
    }

    /**
     * Ends this JVM because one of its ranks aborts the job: with the code of the first that does, whichever thread is
     * first to call exit.
     *
     * @param failAll fails all ranks of this JVM: one that is not failed when exit is called would make the status 1
     */
    void abort(JobAbortedException why, Runnable failAll) {
        synchronized (abortLock) {
            if (aborted == null) {
                aborted = why;
            }
            failAll.run();
        }
        exitIfAborted();
    }

    /** Fails the members of this JVM's ranks, also of those that have not begun. */
    void failStarters(JobAbortedException why) {
        starters.stream()
                .filter(Starter::isStarted)
                .findFirst()
                .map(Starter::group)
                .ifPresent(group ->
                        starters.forEach(starter -> starter.communicator(group).fail(why)));
    }

    /**
     * Ends this JVM if a rank aborts the job; the calling thread may be of a rank that has failed because of it.
     *
     * @return why the job is aborted, where the JVM lives on, as in tests; null if it is not
     */
    @Nullable
    JobAbortedException exitIfAborted() {
        JobAbortedException why;
        synchronized (abortLock) {
            why = aborted;
        }
        if (why != null) {
            exit.accept(why.code());
        }
        return why;
    }

    /** Waits until the ranks of this process have ended, and then until all processes are as far. */
    @Override
    public void close() {
        master.close();
    }
}
