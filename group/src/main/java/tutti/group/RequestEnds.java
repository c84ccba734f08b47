package tutti.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.runtime.Awaited;
import tutti.messaging.runtime.ProgramFrames;
import tutti.messaging.runtime.RequestWaits;
import tutti.serialization.OperationInterruptedException;

/** In which order some requests have ended, and which have failed. */
final class RequestEnds {
    private static final int MOST_NAMED = 4;

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
        throw unchecked(first);
    }

    /** Returns a failure to throw, or throws it if it is an error. */
    static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }

    /** Adds the frames of this thread to those of another thread, in which no code of the program called Tutti. */
    static void showCaller(Throwable failure) {
        List<StackTraceElement> there = List.of(failure.getStackTrace());
        if (ProgramFrames.innermost(there).isPresent()) {
            return;
        }
        List<StackTraceElement> here = List.of(new Throwable().getStackTrace());
        if (ProgramFrames.innermost(here).isPresent()) {
            failure.setStackTrace(Stream.concat(there.stream(), here.stream()).toArray(StackTraceElement[]::new));
        }
    }

    /** Why a request failed, and when in the order of ends. */
    private record Failure(long completion, Throwable cause) {}

    /** Waits until one of some requests has ended, at a place that hears of all; returns those that have ended. */
    static <R extends Request<?>> List<R> awaitSome(RequestWaits place, Collection<R> requests) {
        try {
            return place.await(awaited(place, requests), () -> text(requests), () -> done(requests));
        } catch (DeadlineExceededException e) {
            List<R> ended = done(requests);
            if (ended == null) {
                throw e;
            }
            return ended; // one tells what it has waited for
        }
    }

    private static Awaited awaited(RequestWaits place, Collection<? extends Request<?>> requests) {
        if (!requests.stream().allMatch(request -> request.endpoint().requests().isOfSameMember(place))) {
            return Awaited.ANYTHING;
        }
        return requests.stream().map(Request::awaited).reduce(Awaited::or).orElseThrow();
    }

    private static String text(Collection<? extends Request<?>> requests) {
        String named = requests.stream().limit(MOST_NAMED).map(Object::toString).collect(Collectors.joining(", "));
        return requests.size() <= MOST_NAMED
                ? "one of " + named
                : "one of %s, and %d more".formatted(named, requests.size() - MOST_NAMED);
    }

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
