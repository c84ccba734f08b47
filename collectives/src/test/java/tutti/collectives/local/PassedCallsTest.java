package tutti.collectives.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.operation.Barrier;
import tutti.collectives.operation.Collectives;
import tutti.collectives.signature.Operation;
import tutti.collectives.signature.OperatorCodes;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.runtime.Endpoint;

/** The chain of the calls of a group, behind its members. */
class PassedCallsTest {
    private static final int CALLS = 1_000;
    private static final int MOST_LINKED = 100;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void shouldNotReachLaterCallsFromOneThatAllHavePassed(int size) {
        try (Processes processes = Processes.start(1)) {
            List<Integer> linked = Together.members(processes.open(size), PassedCallsTest::linkedToSecond);
            assertThat(linked)
                    .hasSize(size)
                    .allSatisfy(count -> assertThat(count).isBetween(1, MOST_LINKED));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldKeepTheCallsThatAMemberHasNotBegun(int ahead) {
        try (Processes processes = Processes.start(1)) {
            List<Endpoint> endpoints = processes.open(2);
            Endpoint first = endpoints.get(ahead - 1);
            Endpoint second = endpoints.get(2 - ahead);
            for (int call = 0; call < CALLS; call++) {
                pass(first);
            }
            CallState beforeFirst = pass(second);
            assertThat(linked(beforeFirst)).isEqualTo(CALLS - 1);
            endpoints.forEach(Endpoint::leave);
        }
    }

    private static int linkedToSecond(Endpoint endpoint) {
        Collectives collectives = new Collectives(endpoint);
        collectives.run(new Barrier());
        CallState second = pass(endpoint);
        for (int call = 0; call < CALLS; call++) {
            collectives.run(new Barrier());
        }
        endpoint.leave();
        return linked(second);
    }

    /** Begins a call and ends it, without waiting for others. */
    private static CallState pass(Endpoint endpoint) {
        CollectiveCall call =
                LocalCollectives.of(endpoint).enter(endpoint, Operation.BARRIER.code(), -1, OperatorCodes.NONE);
        call.end();
        return call.local().state();
    }

    private static int linked(CallState from) {
        int count = 0;
        CallState at = from;
        for (CallState next = at.nextIfBegun(); next != null && !next.equals(at); next = at.nextIfBegun()) {
            at = next;
            count++;
        }
        return count;
    }
}
