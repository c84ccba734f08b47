package tutti.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.OperationInterruptedException;

/** In which order some requests have ended, and which have failed. */
final class RequestEnds {
    private RequestEnds() {}

    /** Does what {@link Request#awaitAll} says. */
    static void awaitAll(Collection<? extends Request<?>> requests) {
        List<Failure> failures = new ArrayList<>(0);
        for (Request<?> request : requests) {
            try {
                request.await();
            } catch (OperationInterruptedException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                failures.add(new Failure(request.hasEnded() ? request.completion() : Long.MAX_VALUE, e));
            }
        }
        if (failures.isEmpty()) {
            return;
        }
        failures.sort(Comparator.comparingLong(Failure::completion));
        Throwable first = failures.getFirst().cause();
        failures.stream()
                .map(Failure::cause)
                .filter(cause -> !first.equals(cause))
                .forEach(first::addSuppressed);
        throw Request.unchecked(first);
    }

    /** Why a request failed, and when in the order of ends. */
    private record Failure(long completion, Throwable cause) {}

    /** Returns those that have ended, in the order in which they ended, or null if none has. */
    static <R extends Request<?>> @Nullable List<R> done(Collection<R> requests) {
        long last = 0;
        for (R request : requests) {
            last = Math.max(last, request.completion());
        }
        if (last == 0) {
            return null;
        }
        List<R> ended = new ArrayList<>(1);
        for (R request : requests) { // again: one that was not done may have ended before one that was looked at later
            long completion = request.completion();
            if (completion != 0 && completion <= last) {
                ended.add(request);
            }
        }
        ended.sort(Comparator.comparingLong(Request::completion));
        return ended;
    }
}
