package tutti.messaging;

import org.junit.jupiter.api.Nested;

/** Members of one process: messages are handed over by reference. */
class LocalTransportTest {

    @Nested
    class Order extends OrderContract {
        @Override
        int processesFor(int members) {
            return 1;
        }
    }

    @Nested
    class Payloads extends PayloadContract {
        @Override
        int processesFor(int members) {
            return 1;
        }
    }

    @Nested
    class Flow extends FlowContract {
        @Override
        int processesFor(int members) {
            return 1;
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        int processesFor(int members) {
            return 1;
        }
    }
}
