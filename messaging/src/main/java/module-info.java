/**
 * Processes and members, mailboxes, and the ways between processes.
 *
 * <p>A package that only the floors above use is exported to them alone.
 */
@SuppressWarnings({"module", "requires-automatic"}) // the floors above are not seen from here; gRPC has names only
module tutti.messaging {
    requires static transitive org.jspecify;
    requires transitive tutti.serialization;
    requires com.google.common;
    requires com.google.common.util.concurrent.internal; // of Guava, which cannot say so itself
    requires com.google.protobuf;
    requires io.grpc;
    requires io.grpc.netty;
    requires io.grpc.protobuf;
    requires io.grpc.stub;
    requires io.netty.codec.http2; // of gRPC, which cannot say so itself
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires java.logging;
    requires java.management;
    requires jdk.jfr;

    uses tutti.messaging.device.DeviceProvider;

    exports tutti.messaging;
    exports tutti.messaging.bootstrap to
            tutti.group,
            tutti.launcher;
    exports tutti.messaging.config to
            tutti.device.mpi,
            tutti.group,
            tutti.junit,
            tutti.launcher;
    exports tutti.messaging.device to
            tutti.collectives,
            tutti.device.mpi,
            tutti.group;
    exports tutti.messaging.match to
            tutti.collectives,
            tutti.device.mpi,
            tutti.group;
    exports tutti.messaging.progress to
            tutti.device.mpi,
            tutti.group,
            tutti.launcher;
    exports tutti.messaging.runtime to
            tutti.collectives,
            tutti.group;
    exports tutti.messaging.signature to
            tutti.collectives,
            tutti.group,
            tutti.launcher;
    exports tutti.messaging.trace to
            tutti.collectives,
            tutti.group;

    opens tutti.messaging.proto to
            com.google.protobuf;
}
