package tutti.collectives.operation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.provider.Arguments;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.Together.Outcome;
import tutti.messaging.runtime.Endpoint;

/**
 * Runs members of groups of many sizes, spread over processes in several ways; each job is started once for a class.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GroupTest {
    static final int[] SIZES = {1, 2, 3, 4, 7, 8, 9};

    private final Map<Integer, Processes> jobs = new ConcurrentHashMap<>();

    /** What one member does. */
    @FunctionalInterface
    interface Body<T> {
        T run(Member member) throws Exception;
    }

    /** One member in one group. */
    record Member(Endpoint endpoint, Collectives collectives) {
        int rank() {
            return endpoint.rank();
        }

        int size() {
            return endpoint.size();
        }
    }

    /** All members in one process; in two processes; small groups also in a process each. The largest come nightly. */
    static Stream<Arguments> layouts() {
        return IntStream.of(SIZES)
                .filter(size -> size <= 7 || Boolean.getBoolean("tutti.test.all"))
                .boxed()
                .flatMap(size -> IntStream.of(1, 2, size > 4 ? 1 : size)
                        .filter(processes -> processes <= size)
                        .distinct()
                        .mapToObj(processes -> Arguments.of(processes, size)));
    }

    /** Runs the members of a new group, each in a thread of its own; every member leaves the group at the end. */
    final <T> List<T> run(int processes, int size, Body<T> body) {
        return Together.members(open(processes, size), endpoint -> runAndLeave(endpoint, body));
    }

    /** Runs the members of a new group, and returns how each ended; those that do not throw leave. */
    final <T> List<Outcome<T>> outcomes(int processes, int size, Body<T> body) {
        return Together.memberOutcomes(open(processes, size), endpoint -> runAndLeave(endpoint, body));
    }

    private static <T> T runAndLeave(Endpoint endpoint, Body<T> body) throws Exception {
        T result = body.run(new Member(endpoint, new Collectives(endpoint)));
        endpoint.leave();
        return result;
    }

    final List<Endpoint> open(int processes, int size) {
        return jobs.computeIfAbsent(processes, Processes::start).open(size);
    }

    @AfterAll
    void closeJobs() {
        jobs.values().forEach(Processes::close);
    }

    /** Compares values of any kind, arrays by what they hold. */
    static boolean same(@Nullable Object a, @Nullable Object b) {
        return Arrays.deepEquals(new Object[] {a}, new Object[] {b});
    }
}
