package tutti.launcher.shell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tutti.collectives.Partition;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;

/** This JVM's members of the shell; when a line fails in one of them, all get a new group with the same ranks. */
final class ShellGroup implements AutoCloseable {
    private static final Duration TIME_TO_END = Duration.ofSeconds(1);

    private final ColGroupMaster master;
    private final Duration limit; // of a line
    private final int first; // rank of the first member here
    private List<ShellMember> members = List.of();
    private int groups;
    private boolean isAnyLost; // its thread continues, and cannot be ended

    /** What a member does for one line; the members of this JVM are counted from 0. */
    @FunctionalInterface
    interface Part {
        String run(int index) throws Throwable;
    }

    /** Joins the job that the variables of this process describe, or makes one of this JVM alone. */
    ShellGroup(int size, Duration deadline) {
        limit = deadline.multipliedBy(2);
        master = new ColGroupMaster("--tutti-members=" + size, "--tutti-deadline=" + deadline);
        first = new Partition(size, master.processes()).offset(master.process());
        join();
    }

    /** Returns how many members are in this JVM. */
    int localSize() {
        return master.localMembers();
    }

    private void join() {
        String name = "shell " + ++groups;
        List<ShellMember> joining = new ArrayList<>();
        for (int i = 0; i < localSize(); i++) {
            joining.add(new ShellMember());
            master.addMember(name, first + i, joining.get(i));
        }
        ColGroup group = master.getGroup(name, master.numberOfCpus());
        joining.forEach(member -> member.start(group));
        members = joining;
    }

    /** Has all members here do their part at the same time, and returns what came of it by rank. */
    List<Outcome> run(Part part) {
        List<CompletableFuture<Outcome>> futures = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            int index = i;
            ShellMember member = members.get(i);
            CompletableFuture<Outcome> future = new CompletableFuture<>();
            futures.add(future);
            member.give(world -> {
                Outcome outcome = outcome(() -> part.run(index), member, world);
                future.complete(outcome);
                return !outcome.hasFailed();
            });
        }
        if (!areDone(futures, limit)) {
            endLate(futures);
        }
        return futures.stream().map(CompletableFuture::join).toList();
    }

    /** Ends members that take too long, and gives up those that do not end. */
    private void endLate(List<CompletableFuture<Outcome>> futures) {
        for (int i = 0; i < futures.size(); i++) {
            if (!futures.get(i).isDone()) {
                members.get(i).end(limit);
            }
        }
        if (areDone(futures, TIME_TO_END)) {
            return;
        }
        for (int i = 0; i < futures.size(); i++) {
            LineTooLongError late = new LineTooLongError(limit);
            if (futures.get(i).complete(Outcome.failed(late.getMessage() + "; its thread still runs"))) {
                isAnyLost = true;
                members.get(i).abandon(late);
            }
        }
    }

    private static boolean areDone(List<CompletableFuture<Outcome>> futures, Duration time) {
        try {
            CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                    .get(time.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("members' tasks do not throw", e);
        }
    }

    /** Part of a member that knows which one it is. */
    @FunctionalInterface
    private interface OwnPart {
        String run() throws Throwable;
    }

    private static Outcome outcome(OwnPart part, ShellMember member, Communicator world) {
        try {
            return Outcome.of(part.run());
        } catch (Throwable failure) {
            LineTooLongError tooLong = member.tooLong();
            Throwable cause = tooLong == null ? failure : tooLong;
            world.fail(cause); // so that no other member waits for this one
            return Outcome.failed(cause);
        }
    }

    /** Gives all members a new group, when a line has failed in one of any JVM. */
    void regroup() {
        end();
        join();
    }

    /** Ends members that have not failed. */
    private void end() {
        members.forEach(member -> member.give(_ -> false));
    }

    @Override
    public void close() {
        end();
        if (isAnyLost) {
            return; // closing would wait for it
        }
        try {
            master.close();
        } catch (MemberFailedException e) {
            // a line has failed, and the shell has said so
        }
    }
}
