package mpi;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;

/** An operation that was started. When it has completed, the request is null, unless it is persistent. */
public class Request implements Freeable {
    private @Nullable Pending pending; // guarded by this

    Request(@Nullable Pending pending) {
        this.pending = pending;
    }

    final synchronized @Nullable Pending pending() {
        return pending;
    }

    final synchronized void setPending(@Nullable Pending started) {
        pending = started;
    }

    /**
     * Forgets the operation, which completes by itself: a receive fills its buffer when its message comes. Nothing
     * tells of that, or of a failure.
     */
    @Override
    public void free() throws MPIException {
        Pending active = take();
        if (active != null) {
            active.free();
        }
    }

    private synchronized @Nullable Pending take() {
        Pending taken = pending;
        pending = null;
        return taken;
    }

    /** Takes the operation back if nothing has come of it yet; {@link Status#isCancelled} says whether that was so. */
    public final void cancel() throws MPIException {
        Pending active = pending();
        if (active != null) {
            active.cancel();
        }
    }

    /** Returns whether it has completed, was freed, or is {@link MPI#REQUEST_NULL}. */
    public boolean isNull() {
        return pending() == null;
    }

    /** Takes what has completed. */
    private Status complete(Pending active) throws MPIException {
        setPending(null);
        return active.complete();
    }

    /** Waits until it has completed. */
    public final Status waitStatus() throws MPIException {
        Pending active = pending();
        return active == null ? Status.empty() : complete(active);
    }

    /** Waits until it has completed. */
    public final void waitFor() throws MPIException {
        waitStatus();
    }

    /** Returns the status if it has completed, else null. */
    public final @Nullable Status testStatus() throws MPIException {
        Pending active = pending();
        if (active == null) {
            return Status.empty();
        }
        return active.isDone() ? complete(active) : null;
    }

    /** Returns the status if it has completed, else null, and leaves the request as it is. */
    public final @Nullable Status getStatus() throws MPIException {
        Pending active = pending();
        if (active == null) {
            return Status.empty();
        }
        return active.isDone() ? active.complete() : null;
    }

    /** Returns whether it has completed. */
    public final boolean test() throws MPIException {
        return testStatus() != null;
    }

    // ---------------------------------------------------------------- several

    private static void check(String call, @Nullable Request @Nullable [] requests) throws MPIException {
        var _ = State.call(
                call,
                () -> Given.of(
                        requests, ErrorClass.REQUEST, "the requests; pass an array, whose elements may be null"));
    }

    /** Returns the operations that are under way, by their place. */
    private static Map<Integer, Pending> active(String call, @Nullable Request[] requests) throws MPIException {
        check(call, requests);
        Map<Integer, Pending> active = new LinkedHashMap<>();
        for (int i = 0; i < requests.length; i++) {
            Request request = requests[i];
            Pending pending = request == null ? null : request.pending();
            if (pending != null) {
                active.put(i, pending);
            }
        }
        return active;
    }

    /** Waits until one has completed; the index is {@code MPI.UNDEFINED} if none is under way. */
    public static Status waitAnyStatus(@Nullable Request[] requests) throws MPIException {
        Map<Integer, Pending> active = active("waitAny", requests);
        if (active.isEmpty()) {
            return Status.empty();
        }
        Pending.awaitSome(active.values());
        Status status = anyDone(requests, active);
        return status == null ? Status.empty() : status;
    }

    private static @Nullable Status anyDone(@Nullable Request[] requests, Map<Integer, Pending> active)
            throws MPIException {
        for (Map.Entry<Integer, Pending> entry : active.entrySet()) {
            if (entry.getValue().isDone()) {
                return at(requests, entry.getKey());
            }
        }
        return null;
    }

    private static Status at(@Nullable Request[] requests, int index) throws MPIException {
        Request request = requests[index];
        return (request == null ? Status.empty() : request.waitStatus()).at(index);
    }

    /** Waits until one has completed, and returns its index, or {@code MPI.UNDEFINED} if none is under way. */
    public static int waitAny(@Nullable Request[] requests) throws MPIException {
        return waitAnyStatus(requests).getIndex();
    }

    /** Returns the status of one that has completed, or null if none has. */
    public static @Nullable Status testAnyStatus(@Nullable Request[] requests) throws MPIException {
        Map<Integer, Pending> active = active("testAny", requests);
        return active.isEmpty() ? Status.empty() : anyDone(requests, active);
    }

    /** Returns the index of one that has completed, or {@code MPI.UNDEFINED}. */
    public static int testAny(@Nullable Request[] requests) throws MPIException {
        Status status = testAnyStatus(requests);
        return status == null ? MPI.UNDEFINED : status.getIndex();
    }

    /**
     * Takes what has completed of some requests, or waits for it.
     *
     * @throws MPIException of class {@code ERR_IN_STATUS} if some have failed, when all have completed
     */
    private static Status[] complete(String call, @Nullable Request[] requests, int[] indices) throws MPIException {
        Status[] statuses = new Status[indices.length];
        Map<Integer, String> failures = new LinkedHashMap<>(0);
        Pending first = null;
        for (int i = 0; i < indices.length; i++) {
            Request request = requests[indices[i]];
            Pending active = request == null ? null : request.take();
            Status status = Status.empty();
            if (active != null) {
                try {
                    status = active.end();
                } catch (MPIException e) {
                    status = Status.failed(e.getErrorClass());
                    failures.put(indices[i], String.valueOf(e.getMessage()));
                    first = first == null ? active : first;
                }
            }
            statuses[i] = status.at(indices[i]);
        }
        if (first != null) {
            throw first.failedAmong(call, failures, statuses);
        }
        return statuses;
    }

    /**
     * Waits until all have completed.
     *
     * @throws MPIException of class {@code ERR_IN_STATUS} if some have failed; {@link MPIException#getStatuses} says
     *     which
     */
    public static Status[] waitAllStatus(@Nullable Request[] requests) throws MPIException {
        return all("waitAll", requests);
    }

    private static Status[] all(String call, @Nullable Request[] requests) throws MPIException {
        check(call, requests);
        int[] indices = new int[requests.length];
        Arrays.setAll(indices, i -> i);
        return complete(call, requests, indices);
    }

    /** Waits until all have completed. */
    public static void waitAll(@Nullable Request[] requests) throws MPIException {
        waitAllStatus(requests);
    }

    /** Returns the statuses if all have completed, else null, and leaves the requests as they are. */
    public static Status @Nullable [] testAllStatus(@Nullable Request[] requests) throws MPIException {
        boolean isDone = active("testAll", requests).values().stream().allMatch(Pending::isDone);
        return isDone ? all("testAll", requests) : null;
    }

    /** Returns whether all have completed. */
    public static boolean testAll(@Nullable Request[] requests) throws MPIException {
        return testAllStatus(requests) != null;
    }

    /** Waits until some have completed; null if none is under way. */
    public static Status @Nullable [] waitSomeStatus(@Nullable Request[] requests) throws MPIException {
        Map<Integer, Pending> active = active("waitSome", requests);
        if (!active.isEmpty()) {
            Pending.awaitSome(active.values());
        }
        return someDone("waitSome", requests, active);
    }

    private static Status @Nullable [] someDone(String call, @Nullable Request[] requests, Map<Integer, Pending> active)
            throws MPIException {
        if (active.isEmpty()) {
            return null;
        }
        int[] done = active.entrySet().stream()
                .filter(entry -> entry.getValue().isDone())
                .mapToInt(Map.Entry::getKey)
                .toArray();
        return complete(call, requests, done);
    }

    /** Waits until some have completed, and returns their indices; null if none is under way. */
    public static int @Nullable [] waitSome(@Nullable Request[] requests) throws MPIException {
        return indices(waitSomeStatus(requests));
    }

    /** Returns the statuses of those that have completed; null if none is under way. */
    public static Status @Nullable [] testSomeStatus(@Nullable Request[] requests) throws MPIException {
        return someDone("testSome", requests, active("testSome", requests));
    }

    /** Returns the indices of those that have completed; null if none is under way. */
    public static int @Nullable [] testSome(@Nullable Request[] requests) throws MPIException {
        return indices(testSomeStatus(requests));
    }

    private static int @Nullable [] indices(Status @Nullable [] statuses) {
        if (statuses == null) {
            return null;
        }
        int[] indices = new int[statuses.length];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = statuses[i].getIndex();
        }
        return indices;
    }
}
