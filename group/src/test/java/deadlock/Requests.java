package deadlock;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import tutti.group.Communicator;
import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/** Programs whose members wait with started receives that no one sends to. */
final class Requests {
    private static final int OTHER_TAG = 7;

    private final Communicator world;
    private final int rank;

    Requests(Communicator world) {
        this.world = world;
        rank = world.rank();
    }

    /** Runs one of them; returns whether it is here. */
    boolean run(String name) {
        switch (name) {
            case "all of several" -> Request.awaitAll(receives());
            case "any of several" -> Request.awaitAny(receives()).await();
            case "receives behind a call" -> receivesBehindCall();
            case "receives in two groups" -> receivesInTwoGroups();
            case "started call" -> startedCall(Request::await);
            case "call behind a started call" -> startedCall(_ -> world.barrier());
            case "started call in a second group" -> startedCallInSecondGroup();
            default -> {
                return false;
            }
        }
        return true;
    }

    private List<Request<?>> receives() {
        int before = (rank + world.size() - 1) % world.size();
        return List.of(
                world.nonBlocking().receive(before),
                world.withTag(OTHER_TAG).nonBlocking().receive(before),
                world.nonBlocking().receive(DirectBuffer.of(new int[1]), before));
    }

    /** Member 0 is in a barrier, and the others wait for its messages; each has receives that do not end. */
    private void receivesBehindCall() {
        List<Request<?>> receives = receives();
        receiveUnlessFirst();
        world.barrier();
        Request.awaitAll(receives);
    }

    /** Member 0 has started a call, which another thread does meanwhile; the others receive first. */
    private void startedCall(Consumer<Request<?>> await) {
        receiveUnlessFirst();
        await.accept(started(world));
    }

    private void startedCallInSecondGroup() {
        Communicator other = world.duplicate("other");
        receiveUnlessFirst();
        started(other).await();
    }

    private void receiveUnlessFirst() {
        if (rank > 0) {
            var _ = world.receive(0);
        }
    }

    /** Returns when the call has had the time to begin in a thread of its own. */
    private static Request<?> started(Communicator group) {
        Request<?> started = group.nonBlocking().barrier();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        return started;
    }

    private void receivesInTwoGroups() {
        Communicator other = world.duplicate("other");
        Request<?> here = world.nonBlocking().receive(1 - rank);
        Request<?> there = other.nonBlocking().receive(1 - rank);
        var _ = rank == 0 ? here.await() : there.await();
    }
}
