package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

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

    /** Forgets the operation, which completes by itself. */
    public void Free() throws MPIException {
        setPending(null);
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

    private static void check(@Nullable Request @Nullable [] requests) {
        try {
            var _ = Given.of(requests, ErrorClass.REQUEST, "the requests; pass an array, whose elements may be null");
        } catch (MpiFailure e) {
            throw State.current().world().failed("Request", e);
        }
    }

    /** Returns the operations that are under way, by their place. */
    private static Map<Integer, Pending> active(@Nullable Request[] requests) {
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
        Map<Integer, Pending> active = active(array_of_requests);
        if (active.isEmpty()) {
            return Status.empty();
        }
        Pending.awaitSome(active.values());
        Status status = anyDone(array_of_requests, active);
        return status == null ? Status.empty() : status;
    }

    /** Returns the status of one that has completed, or null if none has. */
    public static @Nullable Status Testany(@Nullable Request[] array_of_requests) throws MPIException {
        Map<Integer, Pending> active = active(array_of_requests);
        return active.isEmpty() ? Status.empty() : anyDone(array_of_requests, active);
    }

    /** Waits until all have completed. */
    public static Status[] Waitall(@Nullable Request[] array_of_requests) throws MPIException {
        check(array_of_requests);
        Status[] statuses = new Status[array_of_requests.length];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = at(array_of_requests, i);
        }
        return statuses;
    }

    /** Returns the statuses if all have completed, else null, and leaves the requests as they are. */
    public static Status @Nullable [] Testall(@Nullable Request[] array_of_requests) throws MPIException {
        boolean all = active(array_of_requests).values().stream().allMatch(Pending::isDone);
        return all ? Waitall(array_of_requests) : null;
    }

    /** Waits until some have completed; none if none is under way. */
    public static Status[] Waitsome(@Nullable Request[] array_of_requests) throws MPIException {
        Map<Integer, Pending> active = active(array_of_requests);
        if (!active.isEmpty()) {
            Pending.awaitSome(active.values());
        }
        return Testsome(array_of_requests);
    }

    /** Returns the statuses of those that have completed. */
    public static Status[] Testsome(@Nullable Request[] array_of_requests) throws MPIException {
        List<Status> statuses = new ArrayList<>();
        active(array_of_requests).forEach((place, pending) -> {
            if (pending.isDone()) {
                statuses.add(at(array_of_requests, place));
            }
        });
        return statuses.toArray(Status[]::new);
    }
}
