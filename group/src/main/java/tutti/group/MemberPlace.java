package tutti.group;

import tutti.collectives.AlgorithmTable;
import tutti.collectives.Collectives;
import tutti.messaging.Endpoint;

/** One member's place in one group: where its messages and its collective operations go. */
record MemberPlace(Endpoint endpoint, Collectives collectives) {

    /** Tag of the stream that messages between two members use. */
    static final int MESSAGE_TAG = 0;

    MemberPlace(Endpoint endpoint, AlgorithmTable algorithms) {
        this(endpoint, new Collectives(endpoint, algorithms));
    }

    int rank() {
        return endpoint.rank();
    }
}
