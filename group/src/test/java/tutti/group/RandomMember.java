package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * One member of a random program: what it draws, the operations that it calls by their names, and the checks of those
 * that are under way.
 */
final class RandomMember {
    final Random random; // draws the same at all members
    final Random own; // of this member alone
    final Communicator world;
    final int rank;
    final int size;

    private final Set<String> drawn;
    private final List<Runnable> open = new ArrayList<>();
    private int step;

    /**
     * Makes the member of a program that a seed makes.
     *
     * @param drawn gets the names of the operations that it calls
     */
    RandomMember(long seed, Communicator world, Set<String> drawn) {
        random = new Random(seed);
        own = new Random(31 * seed + world.rank());
        this.world = world;
        this.drawn = drawn;
        rank = world.rank();
        size = world.size();
    }

    /** An operation with this member's arguments, and what it checks of the result. */
    record Drawn(String operation, List<Object> arguments, Consumer<Object> check) {

        /** An operation that returns something. */
        static Drawn of(Object expected, String operation, Object... arguments) {
            return checked(result -> assertThat(result).as(operation).isEqualTo(expected), operation, arguments);
        }

        /** An operation after which something holds. */
        static Drawn then(Runnable check, String operation, Object... arguments) {
            return checked(_ -> check.run(), operation, arguments);
        }

        /** An operation whose result is checked. */
        static Drawn checked(Consumer<Object> check, String operation, Object... arguments) {
            return new Drawn(operation, Collections.unmodifiableList(Arrays.asList(arguments)), check);
        }
    }

    /** Lets others work, before a member looks again. */
    static void pause() {
        LockSupport.parkNanos(20_000);
    }

    void begin(int nextStep) {
        step = nextStep;
    }

    int step() {
        return step;
    }

    /** Returns a text that only one member has in one step only. */
    String from(int sender) {
        return "(%d.%d)".formatted(sender, step);
    }

    /** Returns the texts of members, in their order. */
    List<String> fromEach(int first, int last) {
        return IntStream.range(first, last).mapToObj(this::from).toList();
    }

    // ---------------------------------------------------------------- operations

    /** Calls an operation of a group, a view or a message by its name. */
    Object call(Object target, String operation, Object... arguments) {
        drawn.add(PublicOperations.nameFor(target, operation));
        return PublicOperations.call(target, operation, arguments);
    }

    /**
     * Calls a collective operation once or twice: each member in a form of its own.
     *
     * @param target a group, neighbors, or two sides
     * @param drawing makes the arguments for a call, and must not draw what other members draw, too
     */
    void collective(Object target, Supplier<Drawn> drawing) {
        boolean isRepeated = random.nextInt(4) == 0;
        perform(target, isRepeated ? 2 : 1, drawing);
    }

    /** The same for a call that may change its arguments: a prepared one has them once only. */
    void collectiveOnce(Object target, Supplier<Drawn> drawing) {
        perform(target, 1, drawing);
    }

    private void perform(Object target, int times, Supplier<Drawn> drawing) {
        switch (own.nextInt(target instanceof Intercommunicator ? 2 : 3)) {
            case 0 -> {
                for (int i = 0; i < times; i++) {
                    Drawn made = drawing.get();
                    checking(target, made).accept(call(target, made));
                }
            }
            case 1 -> {
                for (int i = 0; i < times; i++) {
                    Drawn made = drawing.get();
                    later((Request<?>) call(call(target, "nonBlocking()"), made), checking(target, made));
                }
            }
            default -> {
                Drawn made = drawing.get();
                PersistentRequest<?> prepared = (PersistentRequest<?>) call(call(target, "persistent()"), made);
                for (int i = 1; i < times; i++) {
                    checking(target, made).accept(prepared.run());
                }
                later(prepared.start(), checking(target, made));
            }
        }
    }

    /** Returns the check of an operation, whose failure says which it was. */
    private Consumer<Object> checking(Object target, Drawn made) {
        return result -> {
            try {
                made.check().accept(result);
            } catch (AssertionError e) {
                throw new AssertionError(
                        "step=%d %s of %s: %s".formatted(step, made.operation(), target, e.getMessage()), e);
            }
        };
    }

    private Object call(Object target, Drawn made) {
        return call(target, made.operation(), made.arguments().toArray());
    }

    // ---------------------------------------------------------------- what is under way

    /** Checks what a request returns when it is awaited. */
    void later(Request<?> request, Consumer<Object> check) {
        later(() -> check.accept(request.await()));
    }

    /** Checks something when it is awaited, as of this step. */
    void later(Runnable check) {
        int begunIn = step;
        open.add(() -> {
            int now = step;
            step = begunIn;
            check.run();
            step = now;
        });
    }

    /** Awaits some of the requests that are under way, in any order. */
    void end(int count) {
        Collections.shuffle(open, own);
        for (int i = 0; i < count && !open.isEmpty(); i++) {
            open.removeLast().run();
        }
    }

    void endAll() {
        end(open.size());
    }
}
