package tutti.group;

import java.util.concurrent.CompletableFuture;

/** A member whose work is a lambda, and which keeps what that returns. */
final class TestMember<R> extends ColMember {
    private final Body<R> body;
    private final CompletableFuture<R> result = new CompletableFuture<>();

    TestMember(Body<R> body) {
        this.body = body;
    }

    /** What a member does. */
    interface Body<R> {
        R run(ColMember self, ColGroup group, int rank) throws Exception;
    }

    /** Returns a member for tests that call its operations themselves. */
    static TestMember<Void> idle() {
        return new TestMember<>((self, group, rank) -> null);
    }

    /** What the work returned or threw. */
    CompletableFuture<R> result() {
        return result;
    }

    @Override
    public void run() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {}); // the result has it
        try {
            ColGroup group = group();
            result.complete(body.run(this, group, group.rank(this)));
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
            throw new IllegalStateException("test member failed: " + failure, failure);
        }
    }
}
