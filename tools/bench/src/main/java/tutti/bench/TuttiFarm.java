package tutti.bench;

import static tutti.group.Communicator.ANY_SOURCE;

import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/** A farm: rank 0 hands out tasks to the member that asks first. */
final class TuttiFarm<T> implements Operations<T> {
    private final Communicator world;
    private final long[] task = new long[1]; // at rank 0 the next one
    private final DirectBuffer number = DirectBuffer.of(task);
    private final DirectBuffer request = DirectBuffer.of(new long[1]);

    TuttiFarm(Communicator world) {
        this.world = world;
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
    public long takeTask() {
        world.sendAsync(request, 0);
        world.receive(number, 0);
        return task[0];
    }

    @Override
    public void handOut(int tasks) {
        for (int i = 0; i < tasks; i++) {
            int source = world.receiveWithStatus(request, ANY_SOURCE).source();
            world.sendAsync(number, source);
            task[0]++;
        }
    }
}
