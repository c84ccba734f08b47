package tutti.messaging;

import org.junit.jupiter.api.Nested;

/** Members of one process: messages are handed over by reference. */
class LocalTransportTest {

    @Nested
    class Order extends OrderContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.LOCAL;
        }
    }

    @Nested
    class Payloads extends PayloadContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.LOCAL;
        }
    }

    @Nested
    class Buffers extends BufferContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.LOCAL;
        }
    }

    @Nested
    class Flow extends FlowContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.LOCAL;
        }
    }

    @Nested
    class Requests extends RequestContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.LOCAL;
        }
    }

    @Nested
    class LargeMessages extends LargeMessageContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.LOCAL;
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.LOCAL;
        }
    }
}
