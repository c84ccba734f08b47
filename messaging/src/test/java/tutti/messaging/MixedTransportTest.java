package tutti.messaging;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Two processes with several members each: both ways are used side by side. */
class MixedTransportTest {

    @Nested
    class Order extends OrderContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.MIXED;
        }
    }

    @Nested
    class Payloads extends PayloadContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.MIXED;
        }
    }

    @Nested
    class Buffers extends BufferContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.MIXED;
        }
    }

    @Nested
    class Flow extends FlowContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.MIXED;
        }
    }

    @Nested
    class Requests extends RequestContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.MIXED;
        }
    }

    @Tag("nightly")
    @Nested
    class LargeMessages extends LargeMessageContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.MIXED;
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.MIXED;
        }
    }
}
