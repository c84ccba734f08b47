package tutti.messaging;

import org.junit.jupiter.api.Nested;

/** A process for each member, all on this host: every message travels through shared memory. */
class SharedMemoryTransportTest {

    @Nested
    class Order extends OrderContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.SHARED_MEMORY;
        }
    }

    @Nested
    class Payloads extends PayloadContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.SHARED_MEMORY;
        }
    }

    @Nested
    class Buffers extends BufferContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.SHARED_MEMORY;
        }
    }

    @Nested
    class Flow extends FlowContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.SHARED_MEMORY;
        }
    }

    @Nested
    class Requests extends RequestContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.SHARED_MEMORY;
        }
    }

    @Nested
    class LargeMessages extends LargeMessageContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.SHARED_MEMORY;
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.SHARED_MEMORY;
        }
    }
}
