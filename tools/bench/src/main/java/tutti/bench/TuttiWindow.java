package tutti.bench;

import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Window;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Tutti's operations on windows.
 *
 * @param locks whether all members may access all memory until the end
 * @param received where the elements of a get arrive
 */
record TuttiWindow<A>(Communicator world, Window window, boolean locks, View<A> received)
        implements Operations<View<A>> {

    /** Makes the operations of a member; all members call this. */
    static <A> TuttiWindow<A> of(Communicator world, Benchmark benchmark, DirectContent<A> content) {
        View<A> received = content.views(1).getFirst();
        DirectBuffer elements = received.buffer();
        Window window = benchmark.isOfNumber()
                ? world.allocateWindow(ElementType.LONG, 1)
                : world.allocateWindow(elements.type(), elements.length());
        boolean locks = benchmark != Benchmark.FENCE;
        if (locks) {
            window.lockAll();
        }
        return new TuttiWindow<>(world, window, locks, received);
    }

    @Override
    public int rank() {
        return world.rank();
    }

    @Override
    public int size() {
        return world.size();
    }

    @Override
    public void signal(int destination) {
        world.sendAsync(null, destination);
    }

    @Override
    public void awaitSignal(int source) {
        var _ = world.<@Nullable Object>receive(source);
    }

    @Override
    public void barrier() {
        world.barrier();
    }

    @Override
    public void put(View<A> value, int target) {
        window.put(target, 0, value.buffer());
        window.flush(target);
    }

    @Override
    public View<A> get(int target) {
        window.get(target, 0, received.buffer());
        return received;
    }

    @Override
    public long fetchAndAdd(long delta, int target) {
        return window.fetchAndAdd(target, 0, delta);
    }

    @Override
    public long takeTask() {
        return window.fetchAndAdd(0, 0, 1);
    }

    @Override
    public void handOut(int tasks) {} // the number is there

    @Override
    public void fence() {
        window.fence();
    }

    @Override
    public void close() {
        if (locks) {
            window.unlockAll();
        }
        window.close();
    }
}
