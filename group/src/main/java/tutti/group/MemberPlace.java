package tutti.group;

import java.time.Duration;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.Collectives;
import tutti.messaging.Endpoint;

/** One member's place in one group: where its messages and its collective operations go. */
record MemberPlace(Endpoint endpoint, Collectives collectives) {

    /** Tag of the stream that messages between two members use. */
    static final int MESSAGE_TAG = 0;

    MemberPlace(Endpoint endpoint, AlgorithmTable algorithms, boolean verifies) {
        this(endpoint, new Collectives(endpoint, algorithms, verifies));
    }

    /** Returns the same place for one operation that begins now and must not take longer. */
    MemberPlace within(Duration deadline) {
        Endpoint limited = endpoint.within(deadline);
        return new MemberPlace(limited, collectives.within(limited));
    }

    int rank() {
        return endpoint.rank();
    }
}
