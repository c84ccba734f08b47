package tutti.messaging;

import org.junit.jupiter.api.Nested;

/** A process for each member: every message travels through gRPC. */
class GrpcDeviceTest {

    @Nested
    class Order extends OrderContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.GRPC;
        }
    }

    @Nested
    class Payloads extends PayloadContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.GRPC;
        }
    }

    @Nested
    class Buffers extends BufferContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.GRPC;
        }
    }

    @Nested
    class Flow extends FlowContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.GRPC;
        }
    }

    @Nested
    class Requests extends RequestContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.GRPC;
        }
    }

    @Nested
    class LargeMessages extends LargeMessageContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.GRPC;
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        TestedTransport transport() {
            return TestedTransport.GRPC;
        }
    }
}
