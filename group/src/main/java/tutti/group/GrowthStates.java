package tutti.group;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowthRequest;
import tutti.group.growth.GrowthShape;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;

/**
 * What newcomers hear from the next member that was there before, by rank: what they begin with, and that all have
 * agreed, so that no newcomer works in a group that the others have given up.
 */
final class GrowthStates {
    /** The context of a group in which newcomers get their states. */
    private static final int CONTEXT = 7;

    private static final int STATE = 0;
    private static final int AGREED = 1;

    private GrowthStates() {}

    /**
     * Returns what a member wants that sends states when it has entered the larger group, if there are any.
     *
     * @param view returns the member's view of a group
     */
    static <G> GrowthRequest<G> request(
            Function<G, Communicator> view, GrowthShape shape, @Nullable IntFunction<?> stateFor, Duration limit) {
        Consumer<G> entered =
                stateFor == null ? larger -> {} : larger -> send(view.apply(larger), shape, STATE, stateFor);
        return new GrowthRequest<>(
                shape, limit, stateFor != null, entered, larger -> tellAgreement(view.apply(larger), shape));
    }

    private static void tellAgreement(Communicator larger, GrowthShape shape) {
        try {
            send(larger, shape, AGREED, rank -> null);
        } catch (MemberFailedException e) {
            // the larger group is broken already: who uses it learns that
        }
    }

    /** Sends to those newcomers for whom this member is the next. */
    private static void send(Communicator larger, GrowthShape shape, int tag, IntFunction<?> stateFor) {
        BitSet newcomers = new BitSet();
        Arrays.stream(shape.ofNewcomers()).forEach(newcomers::set);
        Endpoint endpoint = larger.begin();
        newcomers.stream()
                .filter(rank -> next(rank, newcomers, shape.size()) == larger.rank())
                .forEach(rank -> {
                    Object state = stateFor.apply(rank);
                    endpoint.messages().sendValue(rank, CONTEXT, tag, state);
                });
    }

    private static int next(int newcomer, BitSet newcomers, int size) {
        int rank = (newcomer + 1) % size;
        while (newcomers.get(rank)) {
            rank = (rank + 1) % size;
        }
        return rank;
    }

    /** Receives, as a newcomer. */
    static @Nullable Object receive(Communicator larger) {
        return receive(larger, STATE);
    }

    /** Waits, as a newcomer, until all have agreed. */
    static void awaitAgreement(Communicator larger) {
        receive(larger, AGREED);
    }

    private static @Nullable Object receive(Communicator larger, int tag) {
        Endpoint endpoint = larger.begin();
        return endpoint.take(endpoint.messages().receive(Endpoint.ANY, CONTEXT, tag));
    }
}
