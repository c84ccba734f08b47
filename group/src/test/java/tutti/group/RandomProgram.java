package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * One member's part of a random program; a seed makes a program, the same at all its members.
 *
 * <p>What each member must get is computed from what all draw. Each calls an operation in a form of its own: so that it
 * waits, started, or prepared.
 */
final class RandomProgram {
    private static final int STEPS = 24;

    private final RandomMember member;
    private final RandomMessages messages;
    private final RandomObjects objects;
    private final RandomBuffers buffers;
    private final RandomViews views;
    private final RandomNeighbors neighbors;
    private final RandomSides sides;
    private final RandomDerivations derivations;
    private final RandomAccesses accesses;

    /**
     * Runs three programs: two at the same time, each in a thread and a group of its own, and one in a part.
     *
     * @param drawn gets the names of the operations that this member calls
     */
    static void runSeveral(long seed, Communicator world, Set<String> drawn) throws InterruptedException {
        Communicator other = world.duplicate();
        Communicator part = world.split(world.rank() % 2, -world.rank());
        Thread second = Thread.ofVirtual().unstarted(() -> new RandomProgram(seed + 1_000_000, other, drawn).run());
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        second.setUncaughtExceptionHandler((thread, failure) -> {
            failures.add(failure);
            world.fail(failure);
        });
        second.start();
        new RandomProgram(seed, world.within(Duration.ofMinutes(10)), drawn).run();
        new RandomProgram(seed + 2_000_000 + part.size(), part, drawn).run();
        second.join();
        assertThat(failures).isEmpty();
    }

    private RandomProgram(long seed, Communicator world, Set<String> drawn) {
        member = new RandomMember(seed, world, drawn);
        messages = new RandomMessages(member);
        objects = new RandomObjects(member);
        buffers = new RandomBuffers(member);
        views = new RandomViews(member);
        neighbors = new RandomNeighbors(member);
        sides = new RandomSides(member);
        derivations = new RandomDerivations(member);
        accesses = new RandomAccesses(member);
    }

    private void run() {
        for (int step = 0; step < STEPS; step++) {
            member.begin(step);
            int kind = member.random.nextInt(20);
            int length = member.random.nextInt(10) == 0 ? 40_000 : member.random.nextInt(50);
            switch (kind) {
                case 0, 1, 2, 3 -> messages.step(length);
                case 4, 5, 6 -> objects.step();
                case 7, 8, 9 -> buffers.step(length);
                case 10, 11 -> views.step(length);
                case 12, 13 -> neighbors.step();
                case 14, 15 -> betweenSides(length);
                case 16 -> derivations.step();
                case 17 -> accesses.step();
                default -> member.end(member.random.nextInt(1 + STEPS));
            }
        }
        member.endAll();
    }

    private void betweenSides(int length) {
        boolean isMessages = member.random.nextInt(3) == 0;
        if (member.size == 1) {
            return; // there is no other side
        }
        if (isMessages) {
            messages.step(sides.make(), length);
        } else {
            sides.step();
        }
    }
}
