package tutti.serialization.codec;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import tutti.serialization.SerializationException;
import tutti.serialization.graph.DepthExceededException;

/**
 * Runs what recurses through a graph: on the caller's stack, and again on a large and a huge one if the graph turns out
 * to be deep.
 *
 * <p>These stacks are reserved, not committed: only what a graph needs of one is ever used. A level takes up to 1,500
 * bytes, most before its code is compiled for good.
 */
final class DeepStack {
    /** So shallow a recursion fits into any thread's stack that has not been used up already. */
    private static final int SHALLOW = 400;

    private static final int DEEP = 300_000;
    private static final long DEEP_STACK_BYTES = 1L << 30;
    private static final long HUGE_STACK_BYTES = 4L << 30;
    private static final long PROBE_STACK_BYTES = 8L << 20;

    private DeepStack() {}

    /**
     * Calls a task that is given how deep it may go, and that throws {@link DepthExceededException} when it would go
     * deeper.
     *
     * @param countsDepth whether the task does throw it; Java serialization does not when it writes
     * @throws SerializationException if the graph is too deep for the limit or the huge stack, or if memory for a stack
     *     cannot be reserved
     */
    static <T extends @org.jspecify.annotations.Nullable Object> T call(
            int maxDepth, boolean countsDepth, IntFunction<T> task) {
        int shallow = Math.min(SHALLOW, maxDepth);
        try {
            return task.apply(shallow);
        } catch (DepthExceededException e) {
            if (shallow == maxDepth) {
                throw tooDeep(maxDepth, DEEP_STACK_BYTES, e);
            }
        } catch (StackOverflowError e) {
            if (countsDepth && !isDeep(shallow, task)) {
                throw tooDeep(maxDepth, DEEP_STACK_BYTES, e);
            }
            if (!countsDepth && !isOfWriter(e)) {
                throw new SerializationException(
                        "code of a class recursed without end while its object was written: %s; see the cause"
                                .formatted(e.getStackTrace()[0]),
                        e);
            }
        }
        int deep = Math.min(DEEP, maxDepth);
        try {
            return onStack(DEEP_STACK_BYTES, () -> task.apply(deep));
        } catch (DepthExceededException e) {
            if (deep == maxDepth) {
                throw tooDeep(maxDepth, DEEP_STACK_BYTES, e);
            }
        } catch (StackOverflowError e) {
            if (countsDepth) {
                throw tooDeep(maxDepth, DEEP_STACK_BYTES, e); // not levels fill it
            }
        }
        try {
            return onStack(HUGE_STACK_BYTES, () -> task.apply(maxDepth));
        } catch (DepthExceededException | StackOverflowError e) {
            throw tooDeep(maxDepth, HUGE_STACK_BYTES, e);
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

    /** Tells a graph that is deep from code of a class that calls itself: many frames of it lie above the writer's. */
    private static boolean isOfWriter(StackOverflowError failure) {
        StackTraceElement[] innermost = failure.getStackTrace();
        return innermost.length == 0
                || Arrays.stream(innermost)
                        .anyMatch(frame -> frame.getClassName().equals("java.io.ObjectOutputStream"));
    }

    private static SerializationException tooDeep(int maxDepth, long stackBytes, Throwable cause) {
        return new SerializationException(
                "object graph is too deep: maxDepth=%d stackBytes=%d; break long chains up"
                        .formatted(maxDepth, stackBytes),
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
        try {
            worker.start();
        } catch (OutOfMemoryError e) {
            throw new SerializationException(
                    "object graph is too deep: cannot reserve a stack: stackBytes=%d: %s; break long chains up"
                            .formatted(stackBytes, e.getMessage()),
                    e);
        }
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
