package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.MismatchedCallException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Together;
import tutti.messaging.Together.Outcome;
import tutti.messaging.runtime.Endpoint;

/**
 * One member in another process calls something else than all others: it is noticed in every combination, also where
 * each waits for another and no one has sent anything.
 *
 * <p>Some combinations take a second, after which members ask each other; so many groups work at the same time.
 */
class SilentMismatchTest extends GroupTest {
    private static final int AT_ONCE = 500;
    private static final int SAMPLED = 3; // each third case in each build
    private static final int BARRIERS = 100; // the last to arrive at a barrier in shared memory does not wait

    private record Case(int size, AnyMismatchTest.Call usual, AnyMismatchTest.Call odd, int oddRank) {
        AnyMismatchTest.Call callOf(int rank) {
            return rank == oddRank ? odd : usual;
        }
    }

    /** Each call beside a third of the others. */
    @Test
    void shouldEndForBoth() {
        List<Case> all = cases(2);
        assertNoticed(
                2,
                IntStream.range(0, all.size())
                        .filter(number -> number % SAMPLED == 0)
                        .mapToObj(all::get)
                        .toList());
    }

    @Tag("nightly")
    @Test
    void shouldEndForBothWhateverTheyCall() {
        assertNoticed(2, cases(2));
    }

    @Tag("nightly")
    @Timeout(600)
    @ParameterizedTest
    @CsvSource({"3, 3", "2, 3", "4, 4", "2, 4", "5, 5", "3, 5"})
    void shouldEndForAll(int processes, int size) {
        List<Case> all = cases(size);
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            assertNoticed(processes, all.subList(from, Math.min(from + AT_ONCE, all.size())));
        }
    }

    private void assertNoticed(int processes, List<Case> cases) {
        List<Endpoint> endpoints = new ArrayList<>();
        List<Case> caseOf = new ArrayList<>();
        for (Case each : cases) {
            endpoints.addAll(open(processes, each.size()));
            for (int rank = 0; rank < each.size(); rank++) {
                caseOf.add(each);
            }
        }
        List<Outcome<@Nullable Object>> outcomes = Together.memberOutcomes(endpoints, endpoint -> {
            Case own = caseOf.get(endpoints.indexOf(endpoint));
            Collectives collectives = new Collectives(endpoint);
            own.callOf(endpoint.rank()).run(collectives, own.size());
            // a member that does not wait in its call notices in a later one in which it does
            for (int i = 0; i < BARRIERS; i++) {
                collectives.barrier();
            }
            return null;
        });
        int first = 0;
        for (Case each : cases) {
            List<Throwable> failures = new ArrayList<>();
            outcomes.subList(first, first + each.size()).forEach(outcome -> failures.add(outcome.failure()));
            assertThat(failures)
                    .as("%s", each)
                    .allMatch(failure ->
                            failure instanceof MismatchedCallException || failure instanceof MemberFailedException)
                    .anyMatch(failure -> failure instanceof MismatchedCallException);
            first += each.size();
        }
    }

    private static List<Case> cases(int size) {
        List<Case> cases = new ArrayList<>();
        for (AnyMismatchTest.Call usual : AnyMismatchTest.calls(size)) {
            for (AnyMismatchTest.Call odd : AnyMismatchTest.calls(size)) {
                for (int oddRank = 0; oddRank < size && !odd.equals(usual); oddRank++) {
                    cases.add(new Case(size, usual, odd, oddRank));
                }
            }
        }
        return cases;
    }
}
