package tutti.group;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.Partition;
import tutti.group.launch.MemberFailureHandler;
import tutti.group.member.MemberThreads;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.ThrowableTexts;
import tutti.messaging.runtime.ToldFailure;
import tutti.serialization.SerializationException;

/** A group whose members run one task, and what became of them. */
final class TaskRun<R extends @Nullable Object> {
    /** How long other processes may take to end of a failure; then it is reported although they run on. */
    private static final Duration REPORT_AFTER = Duration.ofSeconds(2);

    private final ColGroupMaster master;
    private final String name;
    private final int members;
    private final List<TaskMember<R>> local = new ArrayList<>();
    private final MemberThreads.Failures failures = new MemberThreads.Failures();

    /**
     * Prepares a run; called by all processes.
     *
     * @throws IllegalArgumentException if there is not a member for each process, or none at all
     */
    TaskRun(ColGroupMaster master, String name, int members, MemberTask<R> task) {
        if (members < 1) {
            throw new IllegalArgumentException("a run has at least one member: members=%d".formatted(members));
        }
        if (members < master.processes()) {
            throw new IllegalArgumentException(
                    "needs a member in each process: members=%d processes=%d; start fewer processes, or run more members"
                            .formatted(members, master.processes()));
        }
        this.master = master;
        this.name = name;
        this.members = members;
        int share = new Partition(members, master.processes()).size(master.process());
        for (int i = 0; i < share; i++) {
            local.add(new TaskMember<>(task, failures));
        }
    }

    /** One member of this process. */
    private static final class TaskMember<R extends @Nullable Object> extends ColMember
            implements MemberThreads.PartOfRun {
        private final MemberTask<R> task;
        private final MemberThreads.Failures failures;
        private @Nullable R result; // read after the thread has ended

        private TaskMember(MemberTask<R> task, MemberThreads.Failures failures) {
            this.task = task;
            this.failures = failures;
        }

        @Override
        public MemberThreads.Failures failures() {
            return failures;
        }

        @Override
        public String toString() {
            return "member of run, made by ColGroupMaster.run";
        }

        @Override
        public void run() {
            try {
                result = task.run(communicator(group()));
            } catch (Exception e) {
                throw TaskMember.<RuntimeException>unchecked(e);
            }
        }

        /** Returns an exception as one that need not be declared: the cause of a failure is what the task threw. */
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <E extends Exception> E unchecked(Exception e) throws E {
            throw (E) e;
        }
    }

    /** What a process tells the others: its members' results, or why there are none. */
    private record Outcome<R extends @Nullable Object>(
            List<R> results, @Nullable Lost lost) implements Serializable {
        static <R extends @Nullable Object> Outcome<R> of(List<R> results, @Nullable MemberFailedException failure) {
            return new Outcome<>(results, failure == null ? null : Lost.of(failure));
        }
    }

    /** A failure as others are told of it: its cause may be of a class that cannot be sent. */
    private record Lost(String told, int rank, int process, String host) implements Serializable {
        static Lost of(MemberFailedException failure) {
            return new Lost(
                    ToldFailure.encode(String.valueOf(failure.getMessage()), failure.getCause()),
                    failure.rank(),
                    failure.process(),
                    failure.host());
        }

        MemberFailedException failure() {
            ToldFailure failure = ToldFailure.decode(told);
            return new MemberFailedException(failure.text(), failure.cause(), rank, process, host);
        }

        boolean isOfAnother() {
            return MemberThreads.isOfAnother(failure());
        }
    }

    /** Runs this process' members, waits for those of all, and returns the results in rank order. */
    List<R> results() {
        master.addMembers(name, local);
        ColGroup group = master.getGroup(name, members);
        MemberFailedException failure = failureOf(group);
        if (master.processes() == 1) {
            if (failure != null) {
                throw failure;
            }
            return ownResults();
        }
        Thread report = failure == null ? null : reportLater(failure);
        try {
            return exchanged(group, failure);
        } finally {
            if (report != null) {
                report.interrupt();
            }
        }
    }

    /** Has a failure shown while this process still waits for those whose members compute. */
    private static Thread reportLater(MemberFailedException failure) {
        Thread caller = Thread.currentThread();
        return Thread.ofVirtual().name("tutti-run-report").start(() -> {
            try {
                Thread.sleep(REPORT_AFTER);
            } catch (InterruptedException e) {
                return; // it is thrown
            }
            MemberFailedException shown = failure.forCaller(); // another object: this one may end the caller's thread
            MemberFailureHandler.tellThrown(shown);
            caller.getUncaughtExceptionHandler().uncaughtException(caller, shown);
        });
    }

    /** Meets the other processes; if one is lost, tells what the members here have seen of that, if they have. */
    private Communicator processes(@Nullable MemberFailedException failure) {
        try {
            return master.communicatorOfProcesses(name + " results");
        } catch (MemberFailedException e) {
            if (failure != null) {
                failure.addSuppressed(e);
                throw failure;
            }
            throw ended(e);
        }
    }

    /** Runs this process' members; returns the first failure of one. */
    private @Nullable MemberFailedException failureOf(ColGroup group) {
        try {
            master.startAndAwait(() -> local.forEach(member -> member.start(group)), failures);
            return null;
        } catch (MemberFailedException e) {
            return e;
        }
    }

    @SuppressWarnings("NullAway") // each has run: its result is null only if R may be
    private List<R> ownResults() {
        List<R> results = new ArrayList<>();
        local.forEach(member -> results.add(member.result));
        return results;
    }

    /** Gathers the results of all; then all hear whether each process could send its own, and read the others'. */
    private List<R> exchanged(ColGroup group, @Nullable MemberFailedException failure) {
        List<Outcome<R>> outcomes = new ArrayList<>();
        Communicator processes = processes(failure);
        try {
            MemberFailedException own = failure;
            try {
                outcomes.addAll(
                        allGather(processes, group, Outcome.of(failure == null ? ownResults() : List.of(), failure)));
            } catch (MemberFailedException e) {
                own = failure == null ? e : failure;
            }
            outcomes.addAll(confirmed(processes, own, failure));
            Lost lost = first(outcomes);
            if (lost != null) {
                throw own != null && MemberThreads.isOfAnother(own) == lost.isOfAnother() ? own : lost.failure();
            }
        } finally {
            processes.done();
        }
        List<R> results = new ArrayList<>();
        outcomes.forEach(outcome -> results.addAll(outcome.results()));
        return results;
    }

    private List<Outcome<R>> confirmed(
            Communicator processes, @Nullable MemberFailedException own, @Nullable MemberFailedException failure) {
        try {
            return processes.allGather(Outcome.of(List.of(), own));
        } catch (MemberFailedException e) {
            throw failure == null ? ended(e) : failure;
        }
    }

    /** Makes the failure of a process that is lost while the processes tell each other what their members return. */
    private MemberFailedException ended(MemberFailedException e) {
        int first = e.process() < 0 ? -1 : new Partition(members, master.processes()).offset(e.process());
        return new MemberFailedException(
                "a process ended before all knew what its members return: run=%s: %s".formatted(name, e.getMessage()),
                e.getCause(),
                first,
                e.process(),
                e.host());
    }

    /** Returns the first failure; one that is only that a call failed in another member if there is no other. */
    private static <R extends @Nullable Object> @Nullable Lost first(List<Outcome<R>> outcomes) {
        return outcomes.stream()
                .flatMap(outcome -> Stream.ofNullable(outcome.lost()))
                .min(Comparator.comparing(Lost::isOfAnother))
                .orElse(null);
    }

    private List<Outcome<R>> allGather(Communicator processes, ColGroup group, Outcome<R> own) {
        try {
            return processes.allGather(own);
        } catch (CallFailedException e) {
            String text = "results of members were not sent to all processes: run=%s process=%d: %s"
                    .formatted(name, e.rank(), e.getMessage());
            throw new MemberFailedException(text, e, -1, e.rank(), "");
        } catch (SerializationException | Error e) { // code of a result may throw any
            MemberFailedException unsent = unsent(processes, group, own.results());
            throw unsent != null
                    ? unsent
                    : new MemberFailedException(
                            "results of members cannot be read in each process: run=%s process=%d: %s"
                                    .formatted(name, processes.rank(), ThrowableTexts.of(e)),
                            e,
                            -1,
                            processes.rank(),
                            "");
        }
    }

    /** Says whose result cannot be sent, if there is one: the process sends each of its own to itself. */
    private @Nullable MemberFailedException unsent(Communicator processes, ColGroup group, List<R> own) {
        for (int i = 0; i < own.size(); i++) {
            try {
                processes.sendAsync(own.get(i), processes.rank());
            } catch (SerializationException | Error e) {
                return group.communicator(local.get(i))
                        .endpoint()
                        .texts()
                        .failureBecauseOf(e)
                        .during("sending its result to the other processes");
            }
        }
        return null;
    }
}
