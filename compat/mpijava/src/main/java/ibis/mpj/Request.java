package ibis.mpj;

import org.jspecify.annotations.Nullable;

/** An operation that was started. It is void when it has been waited for. Used by one thread at a time. */
public class Request {
    private final mpi.Request request;
    private boolean active;

    Request(mpi.Request request, boolean active) {
        this.request = request;
        this.active = active;
    }

    final void activate() {
        active = true;
    }

    private Status ended(mpi.Status status) {
        active = false;
        return Status.of(status);
    }

    private @Nullable Status endedOrNull(mpi.@Nullable Status status) {
        return status == null ? null : ended(status);
    }

    /** Waits until it has completed; returns null if it is void. */
    public @Nullable Status Wait() throws MPJException {
        return active ? Calls.<@Nullable Status>call(() -> ended(request.Wait())) : null;
    }

    /** Returns the status if it has completed, else null. */
    public @Nullable Status test() throws MPJException {
        return active ? Calls.<@Nullable Status>call(() -> endedOrNull(request.Test())) : null;
    }

    /** Returns whether nothing is under way. */
    public boolean isVoid() throws MPJException {
        return !active;
    }

    // ---------------------------------------------------------------- several

    /** Returns those under way, and null in place of the others; null if there are none. */
    private static mpi.@Nullable Request @Nullable [] active(@Nullable Request @Nullable [] all) {
        if (all == null) {
            return null;
        }
        boolean any = false;
        mpi.@Nullable Request[] active = new mpi.Request[all.length];
        for (int i = 0; i < all.length; i++) {
            Request each = all[i];
            if (each != null && each.active) {
                active[i] = each.request;
                any = true;
            }
        }
        return any ? active : null;
    }

    private static Status at(@Nullable Request @Nullable [] all, int index, mpi.Status status) {
        Request request = all == null ? null : all[index];
        return request == null ? Status.of(status) : request.ended(status);
    }

    private static Status[] some(@Nullable Request @Nullable [] all, mpi.Status[] statuses) {
        Status[] some = new Status[statuses.length];
        for (int i = 0; i < some.length; i++) {
            some[i] = at(all, statuses[i].index, statuses[i]);
        }
        return some;
    }

    private static @Nullable Status[] all(
            @Nullable Request[] requests, mpi.@Nullable Request[] active, mpi.Status[] statuses) {
        @Nullable Status[] all = new Status[statuses.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = active[i] == null ? null : at(requests, i, statuses[i]);
        }
        return all;
    }

    /** Waits until one has completed; returns null if none is under way. */
    public static @Nullable Status waitAny(@Nullable Request @Nullable [] arrayOfRequests) throws MPJException {
        mpi.@Nullable Request[] active = active(arrayOfRequests);
        if (active == null) {
            return null;
        }
        mpi.Status status = Calls.call(() -> mpi.Request.Waitany(active));
        return at(arrayOfRequests, status.index, status);
    }

    /** Returns the status of one that has completed, or null. */
    public static @Nullable Status testAny(@Nullable Request @Nullable [] arrayOfRequests) throws MPJException {
        mpi.@Nullable Request[] active = active(arrayOfRequests);
        if (active == null) {
            return null;
        }
        mpi.Status status = Calls.<mpi.@Nullable Status>call(() -> mpi.Request.Testany(active));
        return status == null ? null : at(arrayOfRequests, status.index, status);
    }

    /** Waits until all have completed; statuses of void ones are null. */
    public static @Nullable Status @Nullable [] waitAll(@Nullable Request @Nullable [] arrayOfRequests)
            throws MPJException {
        if (arrayOfRequests == null || arrayOfRequests.length == 0) {
            return null;
        }
        mpi.@Nullable Request[] active = active(arrayOfRequests);
        if (active == null) {
            return new Status[arrayOfRequests.length];
        }
        return all(arrayOfRequests, active, Calls.call(() -> mpi.Request.Waitall(active)));
    }

    /** Returns the statuses if all have completed, else null, and leaves the requests as they are. */
    public static @Nullable Status @Nullable [] testAll(@Nullable Request @Nullable [] arrayOfRequests)
            throws MPJException {
        if (arrayOfRequests == null || arrayOfRequests.length == 0) {
            return null;
        }
        mpi.@Nullable Request[] active = active(arrayOfRequests);
        if (active == null) {
            return new Status[arrayOfRequests.length];
        }
        mpi.Status[] statuses = Calls.<mpi.Status @Nullable []>call(() -> mpi.Request.Testall(active));
        return statuses == null ? null : all(arrayOfRequests, active, statuses);
    }

    /** Waits until some have completed; returns null if none is under way. */
    public static Status @Nullable [] waitSome(@Nullable Request @Nullable [] arrayOfRequests) throws MPJException {
        mpi.@Nullable Request[] active = active(arrayOfRequests);
        return active == null ? null : some(arrayOfRequests, Calls.call(() -> mpi.Request.Waitsome(active)));
    }

    /** Returns the statuses of those that have completed; null for no requests at all. */
    public static Status @Nullable [] testSome(@Nullable Request @Nullable [] arrayOfRequests) throws MPJException {
        if (arrayOfRequests == null || arrayOfRequests.length == 0) {
            return null;
        }
        mpi.@Nullable Request[] active = active(arrayOfRequests);
        return active == null ? new Status[0] : some(arrayOfRequests, Calls.call(() -> mpi.Request.Testsome(active)));
    }
}
