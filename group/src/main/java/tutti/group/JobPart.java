package tutti.group;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.JobEntry;
import tutti.group.growth.LocalPorts;
import tutti.group.growth.ProcessJoints;
import tutti.group.launch.JobArguments;
import tutti.group.member.JobExit.Manner;
import tutti.group.member.MemberThreads;
import tutti.group.registry.RegistryServer;
import tutti.group.shrink.Shrinks;
import tutti.messaging.MemberFailedException;
import tutti.messaging.bootstrap.Meeting;
import tutti.messaging.config.Job;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.serialization.Codec;
import tutti.serialization.codec.Codecs;

/**
 * What a process has of one job: its runtime, and how its members build, shrink, grow and leave groups there.
 *
 * <p>Thread-safe. A process has one for the job that it was started in, and one for each into which a group has grown.
 */
final class JobPart implements JobEntry<ColMember, ColGroup> {
    private static final System.Logger LOG = System.getLogger(JobPart.class.getName());

    private final JobArguments arguments;
    private final ProcessRuntime runtime;
    private final GroupCreation creation;
    private final Shrinks<ColGroup> shrinks;
    private final MemberHandles handles = new MemberHandles();
    private final ProcessMembers host;
    private final ProcessExit exit;
    private final LocalJobs process;
    private final AtomicBoolean abandoned = new AtomicBoolean();
    private final AtomicBoolean leaves = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> left = new CompletableFuture<>();

    /**
     * What all jobs of a process share.
     *
     * @param grown into which groups have grown, in that order
     */
    record LocalJobs(MemberThreads<ColMember> threads, LocalPorts ports, List<JobPart> grown) {
        static LocalJobs of(JobArguments arguments, Codec codec) {
            return new LocalJobs(
                    new MemberThreads<>(ColMember::startedAs, JobPart::failureOfAllGroups),
                    new LocalPorts(arguments.job(), codec.identity(), arguments.joinPort(), arguments.names()),
                    new CopyOnWriteArrayList<>());
        }
    }

    /** Joins the job in which a process begins. */
    static JobPart first(JobArguments arguments) {
        Codec codec = Codecs.load(arguments.serialization());
        LocalJobs process = LocalJobs.of(arguments, codec);
        try {
            JobPart part = new JobPart(arguments, codec, process, false, meeting -> {});
            process.ports().jobHasBegun();
            return part;
        } catch (RuntimeException | Error e) {
            process.ports().close();
            throw e;
        }
    }

    private JobPart(
            JobArguments arguments, Codec codec, LocalJobs process, boolean isGrown, Consumer<Meeting> listening) {
        this.arguments = arguments;
        this.process = process;
        runtime = ProcessRuntime.join(arguments.job(), codec, listening);
        Endpoint job = runtime.jobEndpoint();
        if (runtime.process() == 0) {
            RegistryServer.start(job, arguments.members());
        }
        creation = new GroupCreation(runtime, arguments, handles);
        GrownGroups grown = new GrownGroups(runtime.process());
        shrinks = Shrinks.start(job, new ShrinkingMembers(handles, creation, runtime, grown));
        ProcessJoints<ColMember, ColGroup> joints = ProcessJoints.of(
                arguments.job(),
                addressOf(arguments.job(), runtime),
                codec.identity(),
                process.ports(),
                grown,
                (larger, members, meeting) ->
                        new JobPart(arguments.withPlace(larger, members), codec, process, true, meeting));
        host = new ProcessMembers(
                process.threads(),
                handles,
                shrinks,
                creation,
                new DerivedGroups(creation, runtime.process(), runtime.processes()),
                joints,
                grown,
                runtime::run,
                arguments.variables(),
                isGrown,
                this::end);
        exit = new ProcessExit(runtime, creation, shrinks, handles, process.threads());
    }

    /** Returns a failure of a member's groups, if none of them works any more. */
    private static Optional<MemberFailedException> failureOfAllGroups(ColMember member) {
        List<Optional<MemberFailedException>> failures = member.activeGroups().stream()
                .map(group -> Optional.ofNullable(
                        group.communicator(member).endpoint().texts().failureOfGroup()))
                .toList();
        return failures.stream().allMatch(Optional::isPresent)
                ? failures.stream().flatMap(Optional::stream).findFirst()
                : Optional.empty();
    }

    private static String addressOf(Job job, ProcessRuntime runtime) {
        return job.processes() == 1
                ? job.masterHost()
                : runtime.peer(runtime.process()).address();
    }

    JobArguments arguments() {
        return arguments;
    }

    ProcessRuntime runtime() {
        return runtime;
    }

    GroupCreation creation() {
        return creation;
    }

    ProcessMembers host() {
        return host;
    }

    MemberThreads<ColMember> threads() {
        return process.threads();
    }

    String joinAddress() {
        if (!process.ports().takeNewcomers()) {
            throw new IllegalStateException(
                    "this process takes no newcomers: process=%d; start the job with tutti run --join-port PORT, or TUTTI_JOIN_PORT=PORT"
                            .formatted(runtime.process()));
        }
        return process.ports().address();
    }

    @Override
    public ColGroup enter(ColMember member, String groupName, int rank, int size, Duration limit) {
        creation.add(host, groupName, List.of(member), rank);
        return creation.activate(groupName, size, false, limit);
    }

    @Override
    public void keep() {
        synchronized (process) {
            if (!process.grown().contains(this)) {
                process.grown().add(this);
            }
        }
    }

    @Override
    public void abandon(Throwable cause) {
        if (abandoned.compareAndSet(false, true)) {
            process.grown().remove(this);
            handles.present().forEach(member -> giveUp(member, cause));
            shrinks.close();
            Thread.ofVirtual().name("tutti-give-up-" + runtime.process()).start(this::closeSilently);
        }
    }

    private void giveUp(ColMember member, Throwable cause) {
        for (ColGroup group : member.activeGroups()) {
            if (group.isOf(handles)) {
                Communicator communicator = group.communicator(member);
                communicator.endpoint().fail(cause);
                communicator.leave();
            }
        }
        member.hosts.remove(handles);
    }

    private void closeSilently() {
        try {
            runtime.close();
        } catch (MemberFailedException e) {
            LOG.log(System.Logger.Level.DEBUG, e.getMessage()); // what is lost belongs to a job that never began
        }
    }

    /** Leaves a connection's job, which no member needs any more, when its other processes do. */
    private void end() {
        Thread.ofVirtual().name("tutti-disconnect-" + runtime.process()).start(() -> {
            leaveGrown(Manner.AT_SHUTDOWN); // no thread waits for a failure
            process.grown().remove(this);
        });
    }

    /** Waits, too, if another thread has begun that. */
    private void leaveGrown(Manner manner) {
        if (!leaves.compareAndSet(false, true)) {
            if (manner != Manner.IN_HASTE) {
                left.join();
            }
            return;
        }
        try {
            exit.leaveGrown(manner);
        } finally {
            left.complete(null);
        }
    }

    /** Leaves all jobs of the process; those members that are not done count as failed. */
    void leave(Manner manner) {
        process.ports().close();
        boolean allDone = !exit.hasUndone();
        if (allDone) {
            leaveAllGrown(manner);
        }
        try {
            exit.leave(manner); // tells the members of all groups
        } finally {
            if (!allDone) {
                leaveAllGrown(Manner.IN_HASTE);
            }
        }
    }

    /** Leaves them at the same time: in each one waits for others, which may be in several of them, too. */
    private void leaveAllGrown(Manner manner) {
        List<CompletableFuture<Void>> all = process.grown().stream()
                .map(part -> CompletableFuture.runAsync(
                        () -> part.leaveGrown(manner),
                        task -> Thread.ofVirtual().name("tutti-leave").start(task)))
                .toList();
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof MemberFailedException failure ? failure : e;
        }
    }
}
