package tutti.serialization.codec;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import tutti.serialization.SerializationException;
import tutti.serialization.graph.DepthExceededException;

/**
 * Runs what recurses through a graph: on the caller's stack, and again on a large one if the graph turns out to be
 * deep.
 *
 * <p>The large stack is reserved, not committed: only what a graph needs of it is ever used.
 */
final class DeepStack {
    /** So shallow a recursion fits into any thread's stack that has not been used up already. */
    private static final int SHALLOW = 400;

    private static final long STACK_BYTES = 1L << 30;
    private static final long PROBE_STACK_BYTES = 8L << 20;

    private DeepStack() {}

    /**
     * Calls a task that is given how deep it may go, and that throws {@link DepthExceededException} when it would go
     * deeper.
     *
     * @param countsDepth whether the task does throw it; Java serialization does not when it writes
     * @throws SerializationException if the graph is too deep for the limit or the large stack
     */
    static <T extends @org.jspecify.annotations.Nullable Object> T call(
            int maxDepth, boolean countsDepth, IntFunction<T> task) {
        int shallow = Math.min(SHALLOW, maxDepth);
        try {
            return task.apply(shallow);
        } catch (DepthExceededException e) {
            if (shallow == maxDepth) {
                throw tooDeep(maxDepth, e);
            }
        } catch (StackOverflowError e) {
            if (countsDepth && !isDeep(shallow, task)) {
                throw tooDeep(maxDepth, e);
            }
        }
        try {
            return onStack(STACK_BYTES, () -> task.apply(maxDepth));
        } catch (DepthExceededException | StackOverflowError e) {
            throw tooDeep(maxDepth, e);
        }
    }

    /**
     * Tells a graph that is deep from a caller's stack that was full, and from objects whose hashCode or compareTo
     * recurses for ever: hostile bytes can make some.
     */
    private static boolean isDeep(int shallow, IntFunction<?> task) {
        try {
            onStack(PROBE_STACK_BYTES, () -> task.apply(shallow));
            return true; // the caller's stack was full
        } catch (DepthExceededException e) {
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static SerializationException tooDeep(int maxDepth, Throwable cause) {
        return new SerializationException(
                "object graph is too deep: maxDepth=%d stackBytes=%d; break long chains up"
                        .formatted(maxDepth, STACK_BYTES),
                cause instanceof StackOverflowError ? null : cause);
    }

    private static <T extends @org.jspecify.annotations.Nullable Object> T onStack(
            long stackBytes, java.util.function.Supplier<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread worker = new Thread(
                null,
                () -> {
                    try {
                        result.complete(task.get());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "tutti-deep-graph",
                stackBytes);
        worker.setDaemon(true);
        worker.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        worker.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    worker.join();
                    return result.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    worker.interrupt(); // ends a wait for bytes there
                }
            }
        } catch (CompletionException e) {
            throw rethrown(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(CompletionException e) {
        return switch (e.getCause()) {
            case RuntimeException cause -> cause;
            case Error cause -> throw cause;
            case null, default -> e;
        };
    }
}
