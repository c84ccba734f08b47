package tutti.messaging;

import org.junit.jupiter.api.Nested;

/** A process for each member: every message travels through gRPC. */
class GrpcTransportTest {

    @Nested
    class Order extends OrderContract {
        @Override
        int processesFor(int members) {
            return members;
        }
    }

    @Nested
    class Payloads extends PayloadContract {
        @Override
        int processesFor(int members) {
            return members;
        }
    }

    @Nested
    class Flow extends FlowContract {
        @Override
        int processesFor(int members) {
            return members;
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        int processesFor(int members) {
            return members;
        }
    }
}
