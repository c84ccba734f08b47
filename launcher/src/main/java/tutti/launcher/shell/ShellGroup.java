package tutti.launcher.shell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;

/** The members of the shell; when a line fails in one of them, all get a new group with the same ranks. */
final class ShellGroup implements AutoCloseable {
    private final ColGroupMaster master;
    private final int size;
    private List<ShellMember> members = List.of();
    private int groups;

    /** What a member does for one line. */
    @FunctionalInterface
    interface Part {
        String run(int rank) throws Throwable;
    }

    ShellGroup(int size, Duration deadline) {
        this.size = size;
        master = new ColGroupMaster("--tutti-members=" + size, "--tutti-deadline=" + deadline);
        join();
    }

    int size() {
        return size;
    }

    private void join() {
        String name = "shell " + ++groups;
        List<ShellMember> joining = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            joining.add(new ShellMember());
            master.addMember(name, rank, joining.get(rank));
        }
        ColGroup group = master.getGroup(name, size);
        joining.forEach(member -> member.start(group));
        members = joining;
    }

    /** Has all members do their part at the same time, and returns what came of it by rank. */
    List<Outcome> run(Part part) {
        List<CompletableFuture<Outcome>> futures = new ArrayList<>();
        for (ShellMember member : members) {
            CompletableFuture<Outcome> future = new CompletableFuture<>();
            futures.add(future);
            member.give(world -> {
                Outcome outcome = outcome(part, world);
                future.complete(outcome);
                return outcome.failure() == null;
            });
        }
        List<Outcome> outcomes = futures.stream().map(CompletableFuture::join).toList();
        if (outcomes.stream().anyMatch(outcome -> outcome.failure() != null)) {
            end();
            join();
        }
        return outcomes;
    }

    private static Outcome outcome(Part part, Communicator world) {
        try {
            return Outcome.of(part.run(world.rank()));
        } catch (Throwable failure) {
            world.fail(failure); // so that no other member waits for this one
            return Outcome.failed(failure);
        }
    }

    /** Ends members that have not failed. */
    private void end() {
        members.forEach(member -> member.give(_ -> false));
    }

    @Override
    public void close() {
        end();
        try {
            master.close();
        } catch (MemberFailedException e) {
            // a line has failed, and the shell has said so
        }
    }
}
