package tutti.group.file;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import tutti.group.Communicator;
import tutti.group.Request;

/** What one member has started on a file, in virtual threads. */
final class StartedTransfers {
    private final Communicator members;
    private final Communicator background; // for collective operations
    private final ExecutorService single = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService together = // runs them in the order of their start
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
    private final ExecutorService inOrder =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());

    /** Made by all members together. */
    StartedTransfers(Communicator members, Communicator background) {
        this.members = members;
        this.background = background;
    }

    /** Starts what this member does by itself. */
    Request<Long> start(Supplier<Long> work) {
        return request(CompletableFuture.supplyAsync(work, single));
    }

    /** Starts to prepare something, after what was started so before, and then to do it. */
    <T> Request<Long> startInOrder(Supplier<T> preparation, Function<T, Long> work) {
        return request(CompletableFuture.supplyAsync(preparation, inOrder).thenApplyAsync(work, single));
    }

    /** Starts what all members do in a duplicate of the group. */
    Request<Long> startTogether(Function<Communicator, Long> work) {
        return request(CompletableFuture.supplyAsync(() -> work.apply(background), together));
    }

    private Request<Long> request(CompletableFuture<Long> result) {
        return members.nonBlocking().request(result);
    }

    /** Waits for all of it. */
    void close() {
        inOrder.close(); // what it has prepared, the next one does
        single.close();
        together.close();
        background.leave();
    }
}
