package tutti.messaging;

import org.junit.jupiter.api.Nested;

/** Two processes with several members each: both ways are used side by side. */
class MixedTransportTest {

    @Nested
    class Order extends OrderContract {
        @Override
        int processesFor(int members) {
            return 2;
        }
    }

    @Nested
    class Payloads extends PayloadContract {
        @Override
        int processesFor(int members) {
            return 2;
        }
    }

    @Nested
    class Flow extends FlowContract {
        @Override
        int processesFor(int members) {
            return 2;
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        int processesFor(int members) {
            return 2;
        }
    }
}
