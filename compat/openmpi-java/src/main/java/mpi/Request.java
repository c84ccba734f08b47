package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;

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

    /** Forgets the operation, which completes by itself. */
    @Override
    public void free() throws MPIException {
        setPending(null);
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

    private static void check(@Nullable Request @Nullable [] requests) throws MPIException {
        var _ = State.given(requests, ErrorClass.REQUEST, "the requests; pass an array, whose elements may be null");
    }

    /** Returns the operations that are under way, by their place. */
    private static Map<Integer, Pending> active(@Nullable Request[] requests) throws MPIException {
        check(requests);
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
        Map<Integer, Pending> active = active(requests);
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
        Map<Integer, Pending> active = active(requests);
        return active.isEmpty() ? Status.empty() : anyDone(requests, active);
    }

    /** Returns the index of one that has completed, or {@code MPI.UNDEFINED}. */
    public static int testAny(@Nullable Request[] requests) throws MPIException {
        Status status = testAnyStatus(requests);
        return status == null ? MPI.UNDEFINED : status.getIndex();
    }

    /** Waits until all have completed. */
    public static Status[] waitAllStatus(@Nullable Request[] requests) throws MPIException {
        check(requests);
        Status[] statuses = new Status[requests.length];
        for (int i = 0; i < requests.length; i++) {
            statuses[i] = at(requests, i);
        }
        return statuses;
    }

    /** Waits until all have completed. */
    public static void waitAll(@Nullable Request[] requests) throws MPIException {
        waitAllStatus(requests);
    }

    /** Returns the statuses if all have completed, else null, and leaves the requests as they are. */
    public static Status @Nullable [] testAllStatus(@Nullable Request[] requests) throws MPIException {
        boolean all = active(requests).values().stream().allMatch(Pending::isDone);
        return all ? waitAllStatus(requests) : null;
    }

    /** Returns whether all have completed. */
    public static boolean testAll(@Nullable Request[] requests) throws MPIException {
        return testAllStatus(requests) != null;
    }

    /** Waits until some have completed; null if none is under way. */
    public static Status @Nullable [] waitSomeStatus(@Nullable Request[] requests) throws MPIException {
        Map<Integer, Pending> active = active(requests);
        if (!active.isEmpty()) {
            Pending.awaitSome(active.values());
        }
        return someDone(requests, active);
    }

    private static Status @Nullable [] someDone(@Nullable Request[] requests, Map<Integer, Pending> active)
            throws MPIException {
        if (active.isEmpty()) {
            return null;
        }
        List<Status> statuses = new ArrayList<>();
        for (Map.Entry<Integer, Pending> entry : active.entrySet()) {
            if (entry.getValue().isDone()) {
                statuses.add(at(requests, entry.getKey()));
            }
        }
        return statuses.toArray(Status[]::new);
    }

    /** Waits until some have completed, and returns their indices; null if none is under way. */
    public static int @Nullable [] waitSome(@Nullable Request[] requests) throws MPIException {
        return indices(waitSomeStatus(requests));
    }

    /** Returns the statuses of those that have completed; null if none is under way. */
    public static Status @Nullable [] testSomeStatus(@Nullable Request[] requests) throws MPIException {
        return someDone(requests, active(requests));
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
