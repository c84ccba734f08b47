package tutti.group;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tutti.group.member.JobExit.Manner;
import tutti.group.member.MemberThreads;
import tutti.group.member.SystemExit;
import tutti.group.shrink.Shrinks;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.signature.Ranks;

/** How a process leaves its job, and with which exit status its JVM ends. */
final class ProcessExit {
    private static final System.Logger LOG = System.getLogger(ProcessExit.class.getName());
    private static final int FAILED = 1; // exit status

    private final ProcessRuntime runtime;
    private final GroupCreation creation;
    private final Shrinks<ColGroup> shrinks;
    private final MemberHandles handles;
    private final MemberThreads<ColMember> threads;

    ProcessExit(
            ProcessRuntime runtime,
            GroupCreation creation,
            Shrinks<ColGroup> shrinks,
            MemberHandles handles,
            MemberThreads<ColMember> threads) {
        this.runtime = runtime;
        this.creation = creation;
        this.shrinks = shrinks;
        this.handles = handles;
        this.threads = threads;
    }

    /** Leaves the job; those members that are not done count as failed. */
    void leave(Manner manner) {
        List<ColMember> undone = undone();
        IllegalStateException cause = new IllegalStateException(
                "process ended before its members were done: %s".formatted(runtime.peer(runtime.process())));
        if (manner == Manner.AT_SHUTDOWN && !undone.isEmpty()) {
            SystemExit exit = SystemExit.find(threads.running().values());
            if (exit != null) {
                Optional<ColMember> caller = memberOf(exit.thread());
                String why = describe(exit, caller);
                leaveAtOnce(startingWith(caller, undone), new IllegalStateException(why));
                endAsFailed(why);
                return;
            }
            leaveAtOnce(undone, cause);
            if (SystemExit.isByLastThread()) {
                endAsFailed(cause.getMessage() + "; let each call done() at its end");
            }
            return;
        }
        String atWork = manner == Manner.IN_GOOD_ORDER ? atWork(undone) : "";
        undone.forEach(member -> member.fail(cause));
        boolean allWell = undone.isEmpty() && threads.allWell();
        if (manner != Manner.IN_HASTE && allWell) {
            creation.awaitEndOfAll();
        }
        shrinks.close();
        try {
            runtime.close();
        } catch (MemberFailedException e) {
            switch (manner) {
                case IN_GOOD_ORDER -> throw e;
                case IN_HASTE -> LOG.log(System.Logger.Level.DEBUG, e.getMessage()); // another failure is thrown
                case AT_SHUTDOWN -> endAsFailed(String.valueOf(e.getMessage()));
            }
        }
        if (!atWork.isEmpty()) {
            throw new MemberFailedException(
                    "%s: %s; close ends the work of members in threads of the program's own: let each call done() at its end, and join its thread before close"
                            .formatted(cause.getMessage(), atWork),
                    cause);
        }
        if (manner == Manner.AT_SHUTDOWN && threads.hasUnthrownFailure() && SystemExit.isByLastThread()) {
            halt(); // the uncaught exception handler has said why
        }
    }

    /** Returns whether a member is not done, whose end of the job is a failure. */
    boolean hasUndone() {
        return !undone().isEmpty();
    }

    private List<ColMember> undone() {
        return handles.present().stream()
                .filter(member -> !member.activeGroups().isEmpty())
                .toList();
    }

    /** Leaves a job into which a group has grown; of the members and the JVM's end the first job's exit sees to. */
    void leaveGrown(Manner manner) {
        if (manner != Manner.IN_HASTE && threads.allWell()) {
            creation.awaitEndOfAll();
        }
        shrinks.close();
        try {
            runtime.close();
        } catch (MemberFailedException e) {
            if (manner == Manner.IN_GOOD_ORDER) {
                throw e;
            }
            LOG.log(System.Logger.Level.DEBUG, e.getMessage()); // the first job's exit has told a failure
        }
    }

    /** Names the groups in which members could still work, with their ranks; other groups have ended by a failure. */
    private static String atWork(List<ColMember> undone) {
        Map<ColGroup, BitSet> ranks = new TreeMap<>(Comparator.comparing(ColGroup::name));
        for (ColMember member : undone) {
            for (ColGroup group : member.activeGroups()) {
                if (!group.communicator(member).endpoint().isEnded()) {
                    ranks.computeIfAbsent(group, key -> new BitSet()).set(group.rank(member));
                }
            }
        }
        return ranks.entrySet().stream()
                .map(entry -> "group=%s ranks=%s".formatted(entry.getKey().name(), Ranks.text(entry.getValue())))
                .collect(Collectors.joining(", "));
    }

    /** The others name as the cause the member whose failure they learn first. */
    private static List<ColMember> startingWith(Optional<ColMember> first, List<ColMember> members) {
        return Stream.concat(first.filter(members::contains).stream(), members.stream())
                .distinct()
                .toList();
    }

    /** Tells the others; this process' members are not woken, since they would only complain. */
    private void leaveAtOnce(List<ColMember> undone, IllegalStateException cause) {
        undone.forEach(member -> member.activeGroups()
                .forEach(group -> group.communicator(member).endpoint().tellOthersOfFailure(cause)));
        shrinks.close();
        try {
            runtime.disconnect();
        } catch (MemberFailedException e) {
            LOG.log(System.Logger.Level.DEBUG, e.getMessage()); // the job has failed already
        }
    }

    private Optional<ColMember> memberOf(Thread thread) {
        return threads.running().entrySet().stream()
                .filter(entry -> entry.getValue().equals(thread))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private String describe(SystemExit exit, Optional<ColMember> caller) {
        return "System.exit was called before all members of its process were done, so the job ends: %s%s %s; let run return, or call it after close, in a program for MPI after Finalize"
                .formatted(
                        caller.map(member -> member.startedAs() + " ").orElse(""),
                        runtime.peer(runtime.process()),
                        exit);
    }

    /**
     * Only halt can change the exit status of a JVM that is shutting down, which a shutdown hook can't ask for either.
     */
    private static void endAsFailed(String why) {
        System.err.println("tutti: " + why);
        halt();
    }

    private static void halt() {
        System.out.flush();
        Runtime.getRuntime().halt(FAILED);
    }
}
