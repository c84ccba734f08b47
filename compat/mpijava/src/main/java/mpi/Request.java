package mpi;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;

/** An operation that was started. When it has completed, the request is null, unless it is persistent. */
public class Request {
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
     * Forgets the operation, which completes by itself: a receive fills its array when its message comes. Nothing tells
     * of that, or of a failure.
     */
    public void Free() throws MPIException {
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

    /** Takes the operation back if nothing has come of it yet; {@link Status#Test_cancelled} says whether it was so. */
    public void Cancel() throws MPIException {
        Pending active = pending();
        if (active != null) {
            active.cancel();
        }
    }

    /** Returns whether it has completed, was freed, or is {@link MPI#REQUEST_NULL}. */
    public boolean Is_null() {
        return pending() == null;
    }

    /** Waits until it has completed; a buffer that receives is filled then. */
    public Status Wait() throws MPIException {
        Pending active = pending();
        if (active == null) {
            return Status.empty();
        }
        setPending(null);
        return active.complete();
    }

    /** Returns the status if it has completed, else null. */
    public @Nullable Status Test() throws MPIException {
        Pending active = pending();
        return active == null || active.isDone() ? Wait() : null;
    }

    // ---------------------------------------------------------------- several

    private static void check(String call, @Nullable Request @Nullable [] requests) {
        var _ = State.call(
                call,
                () -> Given.of(
                        requests, ErrorClass.REQUEST, "the requests; pass an array, whose elements may be null"));
    }

    /** Returns the operations that are under way, by their place. */
    private static Map<Integer, Pending> active(String call, @Nullable Request[] requests) {
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

    private static Status at(@Nullable Request[] requests, int index) {
        Request request = requests[index];
        return (request == null ? Status.empty() : request.Wait()).at(index);
    }

    private static @Nullable Status anyDone(@Nullable Request[] requests, Map<Integer, Pending> active) {
        for (Map.Entry<Integer, Pending> entry : active.entrySet()) {
            if (entry.getValue().isDone()) {
                return at(requests, entry.getKey());
            }
        }
        return null;
    }

    /** Waits until one has completed; the index is {@code MPI.UNDEFINED} if none is under way. */
    public static Status Waitany(@Nullable Request[] array_of_requests) throws MPIException {
        Map<Integer, Pending> active = active("Waitany", array_of_requests);
        if (active.isEmpty()) {
            return Status.empty();
        }
        Pending.awaitSome(active.values());
        Status status = anyDone(array_of_requests, active);
        return status == null ? Status.empty() : status;
    }

    /** Returns the status of one that has completed, or null if none has. */
    public static @Nullable Status Testany(@Nullable Request[] array_of_requests) throws MPIException {
        Map<Integer, Pending> active = active("Testany", array_of_requests);
        return active.isEmpty() ? Status.empty() : anyDone(array_of_requests, active);
    }

    /**
     * Takes what has completed of some requests, or waits for it.
     *
     * @throws MPIException of class {@code ERR_IN_STATUS} if some have failed, when all have completed
     */
    private static Status[] complete(String call, @Nullable Request[] requests, int[] indices) {
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
                    failures.put(indices[i], String.valueOf(e.getMessage()));
                    first = first == null ? active : first;
                }
            }
            statuses[i] = status.at(indices[i]);
        }
        if (first != null) {
            throw first.failedAmong(call, failures, indices.length);
        }
        return statuses;
    }

    private static Status[] all(String call, @Nullable Request[] requests) {
        check(call, requests);
        int[] indices = new int[requests.length];
        Arrays.setAll(indices, i -> i);
        return complete(call, requests, indices);
    }

    /**
     * Waits until all have completed.
     *
     * @throws MPIException of class {@code ERR_IN_STATUS} if some have failed; its message says which, and why
     */
    public static Status[] Waitall(@Nullable Request[] array_of_requests) throws MPIException {
        return all("Waitall", array_of_requests);
    }

    /** Returns the statuses if all have completed, else null, and leaves the requests as they are. */
    public static Status @Nullable [] Testall(@Nullable Request[] array_of_requests) throws MPIException {
        boolean isDone = active("Testall", array_of_requests).values().stream().allMatch(Pending::isDone);
        return isDone ? all("Testall", array_of_requests) : null;
    }

    /** Waits until some have completed; none if none is under way. */
    public static Status[] Waitsome(@Nullable Request[] array_of_requests) throws MPIException {
        Map<Integer, Pending> active = active("Waitsome", array_of_requests);
        if (!active.isEmpty()) {
            Pending.awaitSome(active.values());
        }
        return someDone("Waitsome", array_of_requests, active);
    }

    /** Returns the statuses of those that have completed. */
    public static Status[] Testsome(@Nullable Request[] array_of_requests) throws MPIException {
        return someDone("Testsome", array_of_requests, active("Testsome", array_of_requests));
    }

    private static Status[] someDone(String call, @Nullable Request[] requests, Map<Integer, Pending> active) {
        int[] done = active.entrySet().stream()
                .filter(entry -> entry.getValue().isDone())
                .mapToInt(Map.Entry::getKey)
                .toArray();
        return complete(call, requests, done);
    }
}
